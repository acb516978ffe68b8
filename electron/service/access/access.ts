import { createHash } from 'node:crypto';
import { AppError } from '../../../shared/errors';
import { LIFETIMES } from '../../../shared/limits';
import type { Db } from '../../database/open';
import {
  findBlock,
  findCallerByToken,
  findCallerByTokenId,
  findFileOwner,
  findFriendship,
  findPersonId,
  findPersonRules,
  findReceived,
} from './queries';
import type { Caller, ReadContext } from '../context';

/** Everything that decides who may do what. Each throws; what a caller may not know of is `not_found`. */

/** Who calls, with when their token was last used. */
export type TokenHolder = Caller & { lastBeen: number };

/** The person whom a token belongs to, or null where it is malformed, unknown, expired or its person is banned. */
export async function findCaller(db: Db, token: string | null, now: number): Promise<TokenHolder | null> {
  const holder = await findHolder(db, token, now);
  return holder?.banned === false ? holder.caller : null;
}

/**
 * The person whom a token belongs to. Throws `auth_failed` where it is malformed, unknown or expired, `access_denied`
 * where its person is banned: only named tokens outlive a ban.
 */
export async function requireCaller(db: Db, token: string | null, now: number): Promise<TokenHolder> {
  const holder = await findHolder(db, token, now);
  if (!holder) throw new AppError('auth_failed');
  if (holder.banned) throw new AppError('access_denied', 'You are banned from this community.');
  return holder.caller;
}

async function findHolder(db: Db, token: string | null, now: number) {
  if (token === null || !/^y\.[A-Za-z0-9_-]{43}$/.test(token)) return null;
  const row = await findCallerByToken(db, tokenHash(token));
  if (!row || row.deleted === 1) return null;
  if (row.kind === 'session' && row.last_been + LIFETIMES.session <= now) return null;
  const caller = { id: row.id, role: row.role, tokenId: row.token_id, lastBeen: row.last_been };
  return { caller, banned: row.ban === 1 };
}

/**
 * The caller as the transaction finds them: while a write waited for its turn, a role may have been taken back, and the
 * token ended or its person been banned or removed; then null.
 */
export async function recheckCaller(db: Db, caller: Caller): Promise<Caller | null> {
  const row = await findCallerByTokenId(db, caller.tokenId);
  if (!row || row.ban === 1 || row.deleted === 1) return null;
  return { ...caller, role: row.role };
}

/** What the database keeps of a token. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The signed-in caller. */
export function requirePerson(ctx: ReadContext): Caller {
  if (!ctx.caller) throw new AppError('auth_failed');
  return ctx.caller;
}

/** The caller as an administrator of the community. */
export function requireAdministrator(ctx: ReadContext): Caller {
  const caller = requirePerson(ctx);
  if (caller.role === 'member') throw new AppError('access_denied');
  return caller;
}

/** The caller as the owner of the community. */
export function requireOwner(ctx: ReadContext): Caller {
  const caller = requirePerson(ctx);
  if (caller.role !== 'owner') throw new AppError('access_denied');
  return caller;
}

/**
 * The number of a person whom the caller may know of, by tag, number, `u` and number, or `@me`. Somebody who blocked
 * the caller does not exist for them.
 */
export async function requireVisiblePerson(ctx: ReadContext, reference: string | number): Promise<number> {
  const caller = requirePerson(ctx);
  const id = await resolvePerson(ctx.db, String(reference), caller.id);
  if (id === undefined) throw new AppError('not_found');
  if (id !== caller.id && (await findBlock(ctx.db, id, caller.id))) throw new AppError('not_found');
  return id;
}

/** Like `requireVisiblePerson`, for acts on somebody else. */
export async function requireOtherPerson(ctx: ReadContext, reference: string | number): Promise<number> {
  const id = await requireVisiblePerson(ctx, reference);
  if (id === ctx.caller?.id)
    throw new AppError('validation_error', 'Choose someone other than yourself.', {
      fields: { user: 'must be another person' },
    });
  return id;
}

/** The number of a person whose page says more than who they are: not that of somebody banned, removed or blocked. */
export async function requireOpenPage(ctx: ReadContext, reference: string): Promise<number> {
  const person = await requireVisiblePerson(ctx, reference);
  const caller = requirePerson(ctx).id;
  if (person === caller) return person;
  const rules = await findPersonRules(ctx.db, person);
  const open = rules.ban === 0 && rules.deleted === 0 && !(await findBlock(ctx.db, caller, person));
  if (!open) throw new AppError('access_denied');
  return person;
}

/** The number of a person whose friends the caller may see. */
export async function requireVisibleFriends(ctx: ReadContext, reference: string): Promise<number> {
  const person = await requireOpenPage(ctx, reference);
  if (!(await seesFriends(ctx, person))) throw new AppError('access_denied');
  return person;
}

/** Whether a person lets the caller see who their friends are, and how many. */
export async function seesFriends(ctx: ReadContext, person: number): Promise<boolean> {
  const { view_friends_state } = await findPersonRules(ctx.db, person);
  return admits(ctx, view_friends_state, person);
}

/** The number of a person to whom the caller may give something; with a message only to those who take messages. */
export async function requireReceiver(
  ctx: ReadContext,
  reference: string,
  withMessage: boolean,
): Promise<number> {
  const person = await requireOpenPage(ctx, reference);
  const { send_message_state } = await findPersonRules(ctx.db, person);
  if (withMessage && !(await admits(ctx, send_message_state, person))) {
    throw new AppError('access_denied', 'This person does not accept messages from you.');
  }
  return person;
}

/** Throws where the caller may not subscribe to a person: `asked` says that the person subscribed to the caller. */
export async function requireOpenToFriends(ctx: ReadContext, person: number, asked: boolean): Promise<void> {
  const rules = await findPersonRules(ctx.db, person);
  if (await findBlock(ctx.db, requirePerson(ctx).id, person)) {
    throw new AppError('access_denied', 'You have blocked this person. Unblock them and try again.');
  }
  if (rules.ban === 1 || rules.deleted === 1 || (rules.add_friend_state === 0 && !asked)) {
    throw new AppError('access_denied', 'This person does not accept friend requests.');
  }
}

/** Whether two people are friends, or one of them is the other. */
export async function areFriends(db: Db, one: number, other: number): Promise<boolean> {
  return one === other || (await findFriendship(db, one, other));
}

/** Whether either of two people blocked the other. */
export async function isBlockedEitherWay(db: Db, one: number, other: number): Promise<boolean> {
  return (await findBlock(db, one, other)) || (await findBlock(db, other, one));
}

/** Whether a privacy setting (0 everyone, 1 friends, 2 nobody) of `owner` admits the caller. */
export async function admits(ctx: ReadContext, setting: 0 | 1 | 2, owner: number): Promise<boolean> {
  const caller = requirePerson(ctx);
  if (setting === 0 || owner === caller.id) return true;
  return setting === 1 && (await areFriends(ctx.db, owner, caller.id));
}

/** A file that the caller owns or was sent. */
export async function requireVisibleFile(ctx: ReadContext, file: number): Promise<void> {
  const caller = requirePerson(ctx).id;
  const owner = await findFileOwner(ctx.db, file);
  if (owner === undefined) throw new AppError('not_found');
  if (owner !== caller && !(await findReceived(ctx.db, 'file', file, caller)))
    throw new AppError('not_found');
}

/** A file that the caller owns. */
export async function requireOwnFile(ctx: ReadContext, file: number): Promise<void> {
  await requireVisibleFile(ctx, file);
  if ((await findFileOwner(ctx.db, file)) !== requirePerson(ctx).id) throw new AppError('access_denied');
}

async function resolvePerson(db: Db, reference: string, me: number): Promise<number | undefined> {
  if (reference === '@me') return me;
  const digits = /^u?(\d+)$/i.exec(reference)?.[1];
  const link = reference.replace(/^@/, '').toLowerCase();
  return findPersonId(db, digits === undefined ? { id: 0, link } : { id: Number(digits), link: '-' });
}
