import { randomBytes } from 'node:crypto';
import type { Output, Parsed } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { LIFETIMES, LIMITS } from '../../../shared/limits';
import { requirePerson, tokenHash } from '../access';
import type { Context, ReadContext } from '../context';
import { accountNumber, checkFailedLogins, noteFailedLogin } from './attempts';
import { isPassword } from './passwords';
import { findPersonByEmail } from './queries';
import { deleteToken, insertToken, isKnownAddress, listTokens } from './token-queries';

/**
 * Signs in. An unknown address and a wrong password take the same time and get the same answer. An account with many
 * wrong passwords makes strangers wait, but not those who come from where it is signed in already.
 */
export async function login(ctx: ReadContext, input: Parsed<'account.login'>) {
  const person = await findPersonByEmail(ctx.db, input.email);
  const isKnown = await isKnownAddress(ctx.db, person?.id ?? 0, ctx.session.address);
  requirePatience(ctx, input.email, isKnown);
  const isRight = await isPassword(person?.password_hash, input.password);
  // Others may have failed meanwhile: many guesses at once must not learn more than many in a row.
  requirePatience(ctx, input.email, isKnown);
  if (!person || !isRight) {
    noteFailedLogin(ctx, input.email);
    throw wrongCredentials();
  }
  return async (inner: Context) => {
    // Anything may have changed while the password was being compared.
    const now = await findPersonByEmail(inner.db, input.email);
    if (now?.id !== person.id || now.password_hash !== person.password_hash) throw wrongCredentials();
    if (now.ban === 1) {
      const reason = now.ban_reason;
      throw new AppError('access_denied', `You were banned: ${reason}`, { fields: { ban: reason } });
    }
    const { token } = await issueToken(inner, person.id, 'session', '', input.client ?? inner.session.client);
    await endUnusedSessions(inner, person.id);
    inner.afterCommit(() => inner.shared.clearFailedLogins(accountNumber(input.email)));
    return { ok: true as const, token, ID: person.id };
  };
}

/** Ends the token of the call. */
export async function logout(ctx: Context) {
  const { id, tokenId } = requirePerson(ctx);
  await endToken(ctx, tokenId, id);
  return { ok: true as const };
}

/** Sessions and named tokens of the caller, newest first. */
export async function tokens(ctx: ReadContext): Promise<Output<'account.tokens'>> {
  const caller = requirePerson(ctx);
  const rows = await listTokens(ctx.db, caller.id, ctx.now() - LIFETIMES.session);
  return rows.map((row) => record(row, caller.tokenId));
}

/** Makes a named token. */
export async function createToken(
  ctx: Context,
  { name }: Parsed<'account.createToken'>,
): Promise<Output<'account.createToken'>> {
  const caller = requirePerson(ctx);
  if ((await tokensOf(ctx, caller.id, 'named')).length >= LIMITS.namedTokensEach) {
    throw new AppError('conflict', `You have ${LIMITS.namedTokensEach} named tokens: end old ones first.`);
  }
  const { token, row } = await issueToken(ctx, caller.id, 'named', name, ctx.session.client);
  return { ...record(row, caller.tokenId), Token: token };
}

/** Ends one of the caller's tokens. */
export async function revokeToken(ctx: Context, { token_id }: Parsed<'account.revokeToken'>) {
  const { id } = requirePerson(ctx);
  if (!(await endToken(ctx, token_id, id))) throw new AppError('not_found');
  return { ok: true as const };
}

function requirePatience(ctx: ReadContext, email: string, isKnown: boolean): void {
  checkFailedLogins(ctx);
  if (!isKnown) ctx.shared.checkAccountDelay(accountNumber(email));
}

function wrongCredentials(): AppError {
  return new AppError('auth_failed', 'The e-mail address or the password is wrong.');
}

async function issueToken(
  ctx: Context,
  person: number,
  kind: 'session' | 'named',
  name: string,
  client: string,
): Promise<{ token: string; row: TokenRow }> {
  const token = `y.${randomBytes(32).toString('base64url')}`;
  const now = ctx.now();
  const row = {
    id: ctx.newId(),
    kind,
    name,
    client: plain(client),
    ip: ctx.session.address,
    created_at: now,
    last_been: now,
  };
  await insertToken(ctx.db, { ...row, person_id: person, hash: tokenHash(token) });
  return { token, row };
}

/** Of more sessions than a person may have, those that were not used for the longest time end. */
async function endUnusedSessions(ctx: Context, person: number): Promise<void> {
  const sessions = await tokensOf(ctx, person, 'session');
  const byUse = sessions.sort((one, other) => other.last_been - one.last_been || other.id - one.id);
  for (const { id } of byUse.slice(LIMITS.sessionsEach)) await endToken(ctx, id, person);
}

async function tokensOf(ctx: Context, person: number, kind: TokenRow['kind']): Promise<TokenRow[]> {
  return (await listTokens(ctx.db, person, 0)).filter((token) => token.kind === kind);
}

async function endToken(ctx: Context, token: number, person: number): Promise<boolean> {
  const isEnded = await deleteToken(ctx.db, token, person);
  ctx.afterCommit(() => ctx.lines.end({ token }));
  return isEnded;
}

type TokenRow = Awaited<ReturnType<typeof listTokens>>[number];

function record(row: TokenRow, current: number): Output<'account.tokens'>[number] {
  return {
    ID: row.id,
    Name: row.name,
    Kind: row.kind,
    Client: row.client,
    IP: row.ip,
    Timestamp: row.created_at,
    LastBeen: row.last_been,
    Current: row.id === current,
  };
}

/** A program's word for itself may hold anything: only what can be stored and shown stays, 200 characters of it. */
function plain(client: string): string {
  return [...client.toWellFormed().replace(/\p{Cc}/gu, '')].slice(0, 200).join('');
}
