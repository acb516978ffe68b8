import OAuth2Server from '@node-oauth/oauth2-server';
import { randomBytes } from 'node:crypto';
import { parseScopes } from '../../../shared/app-scopes';
import type { Output, Parsed } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { LIFETIMES } from '../../../shared/limits';
import { hashToken, requirePerson } from '../access/access';
import type { StoredApp } from '../access/apps';
import type { Context, ReadContext } from '../context';
import { authorsOf } from '../people/records';
import { requireRequestingApp } from './clients';
import { insertAppCode } from './code-queries';
import { oauthFailure, type OAuthFailure } from './oauth-failure';
import { withParameters } from './redirects';

/** Describes a request for access. An invalid one of a known app gets the address that returns the error to the app. */
export async function describeRequest(
  ctx: ReadContext,
  input: Parsed<'apps.request'>,
): Promise<Output<'apps.request'>> {
  requirePerson(ctx);
  const app = await requireRequestingApp(ctx, input);
  const owner = (await authorsOf(ctx, [app.person_id])).get(app.person_id);
  if (!owner) throw new AppError('not_found');
  const checked = await runRequest(ctx, app, { ...input, allow: true }, async () => undefined);
  const error = 'error' in checked ? checked : null;
  return {
    App: { ID: app.id, Name: app.name },
    Owner: owner,
    Scopes: parseScopes(input.scope ?? '') ?? [],
    Host: new URL(input.redirect_uri).host,
    Error: error?.error ?? '',
    Redirect: error ? responseUrl(ctx, input, { ...error }) : '',
  };
}

/** Records the caller's decision and returns the address with the code, or with the error. */
export async function authorize(
  ctx: Context,
  input: Parsed<'apps.authorize'>,
): Promise<Output<'apps.authorize'>> {
  const { id } = requirePerson(ctx);
  const app = await requireRequestingApp(ctx, input);
  const answer = await runRequest(ctx, app, input, async (code, scopes) =>
    insertAppCode(ctx.db, {
      hash: hashToken(code),
      app_id: app.id,
      person_id: id,
      redirect: input.redirect_uri,
      challenge: input.code_challenge ?? '',
      scopes: scopes.join(' '),
      expires_at: ctx.now() + LIFETIMES.appCode,
      token_id: null,
    }),
  );
  return { Redirect: responseUrl(ctx, input, { ...answer }) };
}

type AuthorizationRequest = Parsed<'apps.authorize'>;

/** The response's `iss` lets clients of several communities notice an answer of the wrong one (RFC 9207). */
function responseUrl(
  ctx: ReadContext,
  { redirect_uri, state }: Pick<AuthorizationRequest, 'redirect_uri' | 'state'>,
  parameters: Record<string, string>,
): string {
  return withParameters(redirect_uri, { ...parameters, state, iss: ctx.session.origin });
}

/** Validates a request with the library, which calls `save` with a new code if it is valid and allowed. */
async function runRequest(
  ctx: ReadContext,
  app: StoredApp,
  input: AuthorizationRequest,
  save: (code: string, scopes: readonly string[]) => Promise<void>,
): Promise<{ code: string } | OAuthFailure> {
  const { allow, ...parameters } = input;
  // The library accepts requests without PKCE, and takes a missing method for S256.
  if (allow && (input.code_challenge_method !== 'S256' || !CHALLENGE.test(input.code_challenge ?? ''))) {
    return { error: 'invalid_request', error_description: NO_CHALLENGE };
  }
  const client = { id: String(app.id), grants: ['authorization_code'], redirectUris: [input.redirect_uri] };
  const model = {
    getClient: async () => client,
    validateScope: async (_user: object, _client: object, scope?: string[]) =>
      parseScopes((scope ?? []).join(' ')),
    generateAuthorizationCode: async () => randomBytes(32).toString('base64url'),
    saveAuthorizationCode: async (code: NewCode) => {
      await save(code.authorizationCode, code.scope ?? []);
      return { ...code, client, user: {} };
    },
  };
  const request = new OAuth2Server.Request({
    method: 'POST',
    headers: {},
    query: {},
    body: { ...parameters, allowed: String(allow) },
  });
  const server = new OAuth2Server({ model: model as unknown as OAuth2Server.AuthorizationCodeModel });
  const person = { id: requirePerson(ctx).id };
  try {
    const { authorizationCode } = await server.authorize(request, new OAuth2Server.Response(), {
      authenticateHandler: { handle: () => person },
      allowEmptyState: true,
    });
    return { code: authorizationCode };
  } catch (error) {
    return oauthFailure(error);
  }
}

type NewCode = Pick<
  OAuth2Server.AuthorizationCode,
  'authorizationCode' | 'expiresAt' | 'redirectUri' | 'scope'
>;

/** A SHA-256 in URL-safe base64. */
const CHALLENGE = /^[\w-]{43}$/;
const NO_CHALLENGE = 'code_challenge with code_challenge_method=S256 is required';
