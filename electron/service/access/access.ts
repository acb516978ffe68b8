import { hash } from 'node:crypto';
import { parseScopes } from '../../../shared/app-scopes';
import { AppError } from '../../../shared/errors';
import { LIFETIMES } from '../../../shared/limits';
import type { Db } from '../../database/open';
import {
  hasBlocked,
  findCallerById,
  findCallerByToken,
  findCallerByTokenId,
  findFileOwner,
  hasFriend,
  findPersonId,
  findPrivacySettings,
  hasReceived,
} from './queries';
import type { Caller, ReadContext } from '../context';

/**
 * Access control: who may do what. Every `require…` function throws `access_denied`, or `not_found` for something the
 * caller may not know exists.
 */

/** A caller, with when their token was last used (Unix seconds). */
export type AuthenticatedCaller = Caller & { lastBeen: number };

/** Returns the owner of a token, or null if the token is malformed, unknown or expired, or its owner is banned. */
export async function findCaller(
  db: Db,
  token: string | null,
  now: number,
): Promise<AuthenticatedCaller | null> {
  const holder = await findTokenOwner(db, token, now);
  return holder?.banned === false ? holder.caller : null;
}

/**
 * Returns the owner of a token. Throws `auth_failed` if it is malformed, unknown or expired, and `access_denied` if its
 * owner is banned (named tokens and those of apps survive a ban).
 */
export async function requireCaller(db: Db, token: string | null, now: number): Promise<AuthenticatedCaller> {
  const holder = await findTokenOwner(db, token, now);
  if (!holder) throw new AppError('auth_failed', token === null ? undefined : INVALID_TOKEN);
  if (holder.banned) throw new AppError('access_denied', BANNED);
  return holder.caller;
}

async function findTokenOwner(db: Db, token: string | null, now: number) {
  if (token === null || !/^y\.[A-Za-z0-9_-]{43}$/.test(token)) return null;
  const row = await findCallerByToken(db, { token, hash: hashToken });
  if (!row || row.deleted === 1) return null;
  if (row.kind !== 'named' && row.last_been + LIFETIMES.session <= now) return null;
  const caller = { id: row.id, role: row.role, tokenId: row.token_id, lastBeen: row.last_been };
  return {
    caller: row.app_id === null ? caller : asApp(caller, row.app_id, row.scopes),
    banned: row.ban === 1,
  };
}

/**
 * Reads the caller again inside the transaction: while a write was queued, their role may have changed. Returns null if
 * their token was revoked, or they were banned or removed.
 */
export async function recheckCaller(db: Db, caller: Caller): Promise<Caller | null> {
  const row = await findCallerByTokenId(db, caller.tokenId);
  if (!row || row.ban === 1 || row.deleted === 1) return null;
  return { ...caller, role: caller.app ? 'member' : row.role };
}

function asApp(caller: AuthenticatedCaller, id: number, scopes: string): AuthenticatedCaller {
  return { ...caller, role: 'member', app: { id, scopes: parseScopes(scopes) ?? [] } };
}

/**
 * Returns a person as the caller of what they had scheduled, without a token. Throws `access_denied` if they are
 * banned, and `not_found` if their account was deleted.
 */
export async function requireCallerById(db: Db, id: number): Promise<Caller> {
  const row = await findCallerById(db, id);
  if (!row || row.deleted === 1) throw new AppError('not_found');
  if (row.ban === 1) throw new AppError('access_denied', BANNED);
  return { id, role: row.role, tokenId: 0 };
}

const BANNED = 'You are banned from this community.';
const INVALID_TOKEN = 'This token is unknown, expired or revoked. Sign in again, or create a new token.';

/** The SHA-256 of a token; the database stores only this. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** Returns the signed-in caller; throws `auth_failed` if there is none. */
export function requirePerson(ctx: ReadContext): Caller {
  if (!ctx.caller) throw new AppError('auth_failed');
  return ctx.caller;
}

/** Returns the caller if they are an administrator or the owner of the community. */
export function requireAdministrator(ctx: ReadContext): Caller {
  const caller = requirePerson(ctx);
  if (caller.role === 'member') throw new AppError('access_denied');
  return caller;
}

/** Returns the caller if they are the owner of the community. */
export function requireOwner(ctx: ReadContext): Caller {
  const caller = requirePerson(ctx);
  if (caller.role !== 'owner') throw new AppError('access_denied');
  return caller;
}

/**
 * Resolves a tag, an ID, `u` followed by an ID, or `@me` to a person's ID. People who blocked the caller are
 * `not_found`.
 */
export async function requireVisiblePerson(ctx: ReadContext, reference: string | number): Promise<number> {
  const caller = requirePerson(ctx);
  const id = await resolvePerson(ctx.db, String(reference), caller.id);
  if (id === undefined) throw new AppError('not_found');
  if (id !== caller.id && (await hasBlocked(ctx.db, id, caller.id))) throw new AppError('not_found');
  return id;
}

/** Like `requireVisiblePerson`, but the caller themselves is a `validation_error`. */
export async function requireOtherPerson(ctx: ReadContext, reference: string | number): Promise<number> {
  const id = await requireVisiblePerson(ctx, reference);
  if (id === ctx.caller?.id)
    throw new AppError('validation_error', 'Choose someone other than yourself.', {
      fields: { user: 'must be another person' },
    });
  return id;
}

/** Resolves a person whose full profile the caller may see: not banned, not removed, and not blocked by the caller. */
export async function requireAccessibleProfile(ctx: ReadContext, reference: string): Promise<number> {
  const person = await requireVisiblePerson(ctx, reference);
  const caller = requirePerson(ctx).id;
  if (person === caller) return person;
  const settings = await findPrivacySettings(ctx.db, person);
  const isAccessible =
    settings.ban === 0 && settings.deleted === 0 && !(await hasBlocked(ctx.db, caller, person));
  if (!isAccessible) throw new AppError('access_denied');
  return person;
}

/** Resolves a person whose friend list the caller may see. */
export async function requireVisibleFriends(ctx: ReadContext, reference: string): Promise<number> {
  const person = await requireAccessibleProfile(ctx, reference);
  if (!(await canSeeFriends(ctx, person))) throw new AppError('access_denied');
  return person;
}

/** Whether a person's privacy settings let the caller see their friend list and its size. */
export async function canSeeFriends(ctx: ReadContext, person: number): Promise<boolean> {
  const { view_friends_state } = await findPrivacySettings(ctx.db, person);
  return isAllowed(ctx, view_friends_state, person);
}

/**
 * Resolves a person who may get a gift from the caller. A gift with a message also requires that they accept messages
 * from the caller.
 */
export async function requireGiftRecipient(
  ctx: ReadContext,
  reference: string,
  withMessage: boolean,
): Promise<number> {
  const person = await requireAccessibleProfile(ctx, reference);
  const { send_message_state } = await findPrivacySettings(ctx.db, person);
  if (withMessage && !(await isAllowed(ctx, send_message_state, person))) {
    throw new AppError('access_denied', 'This person doesn’t accept messages from you.');
  }
  return person;
}

/**
 * Throws if the caller may not subscribe to a person. People who accept no requests still accept those they have
 * subscribed to themselves (`hasSubscribedToCaller`).
 */
export async function requireMaySubscribe(
  ctx: ReadContext,
  person: number,
  hasSubscribedToCaller: boolean,
): Promise<void> {
  const settings = await findPrivacySettings(ctx.db, person);
  if (await hasBlocked(ctx.db, requirePerson(ctx).id, person)) {
    throw new AppError('access_denied', 'You blocked this person. Unblock them first.');
  }
  if (
    settings.ban === 1 ||
    settings.deleted === 1 ||
    (settings.add_friend_state === 0 && !hasSubscribedToCaller)
  ) {
    throw new AppError('access_denied', 'This person doesn’t accept friend requests.');
  }
}

/** Whether two people are friends, or the same person. */
export async function areFriends(db: Db, first: number, second: number): Promise<boolean> {
  return first === second || (await hasFriend(db, first, second));
}

/** Whether either of two people has blocked the other. */
export async function isBlockedEitherWay(db: Db, first: number, second: number): Promise<boolean> {
  return first !== second && ((await hasBlocked(db, first, second)) || (await hasBlocked(db, second, first)));
}

/** Whether the caller satisfies a privacy setting of `owner`: 0 everyone, 1 friends, 2 nobody. */
export async function isAllowed(ctx: ReadContext, setting: 0 | 1 | 2, owner: number): Promise<boolean> {
  return isPersonAllowed(ctx.db, { setting, owner }, requirePerson(ctx).id);
}

/** Whether a person satisfies a privacy setting of `owner`: 0 everyone, 1 friends, 2 nobody. */
export async function isPersonAllowed(
  db: Db,
  { setting, owner }: { setting: 0 | 1 | 2; owner: number },
  person: number,
): Promise<boolean> {
  if (setting === 0 || owner === person) return true;
  return setting === 1 && (await areFriends(db, owner, person));
}

/** Throws unless the caller owns the file or received it. */
export async function requireVisibleFile(ctx: ReadContext, file: number): Promise<void> {
  if (!(await canSeeFile(ctx, file))) throw new AppError('not_found');
}

/** Filters files to those that the caller owns or received, keeping their order. */
export async function findVisibleFiles(ctx: ReadContext, files: readonly number[]): Promise<number[]> {
  const visible: number[] = [];
  for (const file of files) if (await canSeeFile(ctx, file)) visible.push(file);
  return visible;
}

async function canSeeFile(ctx: ReadContext, file: number): Promise<boolean> {
  const caller = requirePerson(ctx).id;
  const owner = await findFileOwner(ctx.db, file);
  if (owner === undefined) return false;
  return owner === caller || hasReceived(ctx.db, 'file', file, caller);
}

/** Throws unless the caller owns the file. */
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
