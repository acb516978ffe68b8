import { parseScopes } from '../../../shared/app-scopes';
import type { Output, Parsed } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { LIFETIMES, LIMITS } from '../../../shared/limits';
import { requirePerson, hashToken } from '../access/access';
import type { Caller, Context, ReadContext } from '../context';
import { deleteSessions, deleteToken, insertToken, listTokens } from './token-queries';
import { generateToken } from '../codes';

/** Revokes the token of this call. */
export async function logout(ctx: Context) {
  const { id, tokenId } = requirePerson(ctx);
  await deleteTokenAndConnections(ctx, tokenId, id);
  return { ok: true as const };
}

/** Revokes all sessions of the caller. Named tokens stay, because bots can't sign in again. */
export async function logoutAll(ctx: Context) {
  const { id } = requirePerson(ctx);
  const revoked = await deleteSessions(ctx.db, id);
  ctx.afterCommit(() => {
    for (const token of revoked) ctx.connections.close({ token });
  });
  return { ok: true as const };
}

/** Returns the caller's sessions, named tokens and tokens of apps, newest first. */
export async function tokens(ctx: ReadContext): Promise<Output<'account.tokens'>> {
  const caller = requirePerson(ctx);
  const rows = await listTokens(ctx.db, caller.id, ctx.nowForAges() - LIFETIMES.session);
  return rows.map((row) => record(ctx, row, caller));
}

/** Creates a named token. */
export async function createToken(
  ctx: Context,
  { name }: Parsed<'account.createToken'>,
): Promise<Output<'account.createToken'>> {
  const caller = requirePerson(ctx);
  if ((await tokensOf(ctx, caller.id, 'named')).length >= LIMITS.namedTokensEach) {
    throw new AppError(
      'conflict',
      `You have ${LIMITS.namedTokensEach} named tokens, which is the limit. Revoke one and try again.`,
    );
  }
  const { token, row } = await issueToken(ctx, caller.id, 'named', name, ctx.session.userAgent);
  return { ...record(ctx, row, caller), Token: token };
}

/** Revokes one of the caller's tokens. */
export async function revokeToken(ctx: Context, { token_id }: Parsed<'account.revokeToken'>) {
  const { id } = requirePerson(ctx);
  if (!(await deleteTokenAndConnections(ctx, token_id, id))) throw new AppError('not_found');
  return { ok: true as const };
}

/** Issues a token for the device of this call. */
export async function issueToken(
  ctx: Context,
  person: number,
  kind: 'session' | 'named',
  name: string,
  client: string,
): Promise<{ token: string; row: TokenRow }> {
  const token = generateToken();
  const now = ctx.now();
  const row = {
    id: ctx.newId(),
    kind,
    name,
    client: sanitizeUserAgent(client),
    ip: ctx.session.address,
    created_at: now,
    last_been: now,
    app_id: null,
    app_name: null,
    scopes: '',
  };
  const { app_name: _, ...stored } = row;
  await insertToken(ctx.db, { ...stored, person_id: person, hash: hashToken(token) });
  return { token, row };
}

/** Revokes the least recently used sessions beyond the maximum. */
export async function revokeExcessSessions(ctx: Context, person: number): Promise<void> {
  const sessions = await tokensOf(ctx, person, 'session');
  const byUse = sessions.sort((first, second) => second.last_been - first.last_been || second.id - first.id);
  for (const { id } of byUse.slice(LIMITS.sessionsEach)) await deleteTokenAndConnections(ctx, id, person);
}

async function tokensOf(ctx: Context, person: number, kind: TokenRow['kind']): Promise<TokenRow[]> {
  return (await listTokens(ctx.db, person, 0)).filter((token) => token.kind === kind);
}

async function deleteTokenAndConnections(ctx: Context, token: number, person: number): Promise<boolean> {
  const isEnded = await deleteToken(ctx.db, token, person);
  ctx.afterCommit(() => ctx.connections.close({ token }));
  return isEnded;
}

type TokenRow = Awaited<ReturnType<typeof listTokens>>[number];

function record(ctx: ReadContext, row: TokenRow, caller: Caller): Output<'account.tokens'>[number] {
  const isCurrent = row.id === caller.tokenId;
  return {
    ID: row.id,
    Name: row.name,
    Kind: row.kind,
    Client: row.client,
    Device: row.client,
    User: caller.id,
    Online: isCurrent || ctx.connections.countByToken({ id: caller.id, tokenId: row.id }) > 0,
    IP: row.ip,
    Timestamp: row.created_at,
    LastBeen: row.last_been,
    Current: isCurrent,
    ...(row.app_id !== null && {
      App: { ID: row.app_id, Name: row.app_name ?? '' },
      Scopes: parseScopes(row.scopes) ?? [],
    }),
  };
}

/** Keeps what can be stored and displayed of a user agent, at most 200 characters. */
function sanitizeUserAgent(client: string): string {
  return [...client.toWellFormed().replace(/\p{Cc}/gu, '')].slice(0, 200).join('');
}
