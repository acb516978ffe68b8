import type OAuth2Server from '@node-oauth/oauth2-server';
import { LIFETIMES, LIMITS } from '../../../shared/limits';
import { hashToken } from '../access/access';
import type { StoredApp } from '../access/apps';
import { deleteToken, insertToken, listTokens } from '../account/token-queries';
import { generateToken, isWithinLifetime } from '../codes';
import type { Context } from '../context';
import { authenticateApp } from './clients';
import { findAppCode, markAppCodeUsed, setAppCodeToken } from './code-queries';

/** What the library needs for the token endpoint. */
type ExchangeModel = Omit<OAuth2Server.AuthorizationCodeModel, 'saveAuthorizationCode' | 'getAccessToken'>;

/**
 * The model with which the library exchanges one code for a token: it authenticates the app, looks up the code, marks
 * it as used, and only then verifies PKCE and the redirect address.
 */
export class CodeExchange implements ExchangeModel {
  readonly #ctx: Context;
  #app: StoredApp | null = null;

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  async getClient(clientId: string, secret: string | null) {
    this.#app = await authenticateApp(this.#ctx, clientId, secret);
    return this.#app && clientOf(this.#app);
  }

  /** A code that was used before may have been stolen: what it gave is revoked. */
  async getAuthorizationCode(code: string) {
    const ctx = this.#ctx;
    const stored = await findAppCode(ctx.db, hashToken(code));
    if (!stored || !this.#app || stored.app_id !== this.#app.id) return null;
    if (stored.used === 1) {
      if (stored.token_id !== null) await this.#revoke(stored.token_id, stored.person_id);
      return null;
    }
    if (!isWithinLifetime(stored.expires_at, ctx.now(), LIFETIMES.appCode)) return null;
    if (stored.ban === 1 || stored.deleted === 1) return null;
    return {
      authorizationCode: code,
      expiresAt: NEVER,
      redirectUri: stored.redirect,
      scope: stored.scopes.split(' '),
      codeChallenge: stored.challenge,
      codeChallengeMethod: 'S256',
      client: clientOf(this.#app),
      user: { id: stored.person_id },
    };
  }

  revokeAuthorizationCode({ authorizationCode }: OAuth2Server.AuthorizationCode): Promise<boolean> {
    return markAppCodeUsed(this.#ctx.db, hashToken(authorizationCode));
  }

  async generateAccessToken(): Promise<string> {
    return generateToken();
  }

  async saveToken(token: OAuth2Server.Token, client: OAuth2Server.Client, user: OAuth2Server.User) {
    const ctx = this.#ctx;
    const [id, now] = [ctx.newId(), ctx.now()];
    const person = Number(user['id']);
    await insertToken(ctx.db, {
      id,
      person_id: person,
      hash: hashToken(token.accessToken),
      kind: 'app',
      name: '',
      client: '',
      ip: ctx.session.address,
      created_at: now,
      last_been: now,
      app_id: Number(client.id),
      scopes: (token.scope ?? []).join(' '),
    });
    await setAppCodeToken(ctx.db, hashToken(String(token['authorizationCode'])), id);
    await this.#revokeExcess(person);
    return { accessToken: token.accessToken, ...(token.scope && { scope: token.scope }), client, user };
  }

  /** Revokes the least recently used tokens of apps beyond the maximum. */
  async #revokeExcess(person: number): Promise<void> {
    const tokens = (await listTokens(this.#ctx.db, person, 0)).filter((token) => token.kind === 'app');
    tokens.sort((first, second) => second.last_been - first.last_been || second.id - first.id);
    for (const { id } of tokens.slice(LIMITS.appTokensEach)) await this.#revoke(id, person);
  }

  async #revoke(token: number, person: number): Promise<void> {
    await deleteToken(this.#ctx.db, token, person);
    this.#ctx.afterCommit(() => this.#ctx.connections.close({ token }));
  }
}

/** The library compares with the system clock; codes expire by the service's own. */
const NEVER = new Date(8.64e15);

function clientOf(app: StoredApp): OAuth2Server.Client {
  return { id: String(app.id), grants: ['authorization_code'] };
}
