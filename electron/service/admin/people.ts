import type { Output, Parsed } from '../../../shared/contract';
import { LIFETIMES } from '../../../shared/limits';
import { ftsQueryOf } from '../../database/folding';
import { requireAdministrator, requireOwner } from '../access/access';
import { requireSubordinate } from '../access/administration';
import { deleteCodes, findPersonByEmail, insertCode } from '../account/queries';
import { deleteSessions } from '../account/token-queries';
import { generateLongCode, hashCode } from '../codes';
import { writeAuditEntry } from '../audit';
import type { Context, ReadContext } from '../context';
import { emitFriendCounts, emitPostCount } from '../events/count-events';
import { notifySecurity } from '../notifications/notifications';
import { adjustTargetCounts, adjustWrittenCounts, listTargets } from '../people/count-queries';
import { userList } from '../people/records';
import { findPrivateColumns, listPeople, searchAllPeople, updateBan, updateRole } from './queries';
import { findStorageByPerson } from './storage-queries';

/** Returns everyone, newest first, or those found by name, tag or full email address. */
export async function people(
  ctx: ReadContext,
  input: Parsed<'admin.people'>,
): Promise<Output<'admin.people'>> {
  requireAdministrator(ctx);
  const ids = await findPeople(ctx, input);
  const columns = new Map((await findPrivateColumns(ctx.db, ids)).map((row) => [row.id, row]));
  const stored = await findStorageByPerson(ctx.db, ids);
  const users = await userList(ctx, ids);
  return users.map((user) => ({
    ...user,
    Email: columns.get(user.ID)?.email ?? '',
    Storage: stored.get(user.ID) ?? 0,
    Banned: columns.get(user.ID)?.ban === 1,
  }));
}

/**
 * Bans a person: their sessions end at once, their named tokens don't work during the ban. Banning twice changes
 * nothing.
 */
export async function ban(ctx: Context, { user_id, reason }: Parsed<'admin.ban'>) {
  const caller = requireAdministrator(ctx);
  const target = await requireSubordinate(ctx, caller, user_id);
  if (target.ban === 1) return { ok: true as const };
  await updateBan(ctx.db, target.id, 1, reason);
  await adjustTargetCounts(ctx.db, target.id, -1);
  const walls = await adjustWrittenCounts(ctx.db, target.id, -1);
  await deleteSessions(ctx.db, target.id);
  ctx.afterCommit(() => ctx.connections.close({ person: target.id }));
  await writeAuditEntry(ctx, { action: 'ban', person: target.id, reason });
  await emitBanChange(ctx, target.id, walls, BANNED);
  return { ok: true as const };
}

/** Lifts a ban; the person has to sign in again. */
export async function unban(ctx: Context, { user_id, reason = '' }: Parsed<'admin.unban'>) {
  const caller = requireAdministrator(ctx);
  const target = await requireSubordinate(ctx, caller, user_id);
  if (target.ban === 0) return { ok: true as const };
  await updateBan(ctx.db, target.id, 0, '');
  await adjustTargetCounts(ctx.db, target.id, 1);
  const walls = await adjustWrittenCounts(ctx.db, target.id, 1);
  await writeAuditEntry(ctx, { action: 'unban', person: target.id, reason });
  await emitBanChange(ctx, target.id, walls, UNBANNED);
  return { ok: true as const };
}

/** Makes a person an administrator or a member; applies from their next request on. */
export async function setRole(ctx: Context, { user_id, role }: Parsed<'admin.setRole'>) {
  const caller = requireOwner(ctx);
  const target = await requireSubordinate(ctx, caller, user_id);
  if (target.role === role) return { ok: true as const };
  await updateRole(ctx.db, target.id, role);
  ctx.afterCommit(() => ctx.connections.changeRole(target.id, role));
  await writeAuditEntry(ctx, { action: role === 'admin' ? 'make_admin' : 'make_member', person: target.id });
  ctx.emit({ type: 'profile', scope: { kind: 'community', id: 0 }, ref: { kind: 'person', id: target.id } });
  return { ok: true as const };
}

/** Creates a one-time code, valid for a day, to hand to a person, who is notified. Earlier codes become invalid. */
export async function resetCode(
  ctx: Context,
  { user_id }: Parsed<'admin.resetCode'>,
): Promise<Output<'admin.resetCode'>> {
  const caller = requireAdministrator(ctx);
  const target = await requireSubordinate(ctx, caller, user_id);
  const code = generateLongCode();
  const expires = ctx.now() + LIFETIMES.resetCode;
  const kind = { kind: 'reset', data: 'handed over' } as const;
  await deleteCodes(ctx.db, target.id, kind);
  await insertCode(ctx.db, {
    hash: hashCode(code),
    person_id: target.id,
    expires_at: expires,
    seen_by: caller.id,
    ...kind,
  });
  await writeAuditEntry(ctx, { action: 'reset_code', person: target.id });
  await notifySecurity(ctx, { person: target.id, user: caller.id, type: 'code_issued' });
  return { Code: code, Expires: expires };
}

async function findPeople(ctx: ReadContext, input: Parsed<'admin.people'>): Promise<number[]> {
  const { query = '', page, limit } = input;
  const offset = page * limit;
  const text = query.trim();
  if (text === '') return listPeople(ctx.db, offset, limit);
  if (text.includes('@') && !text.startsWith('@')) {
    const person = await findPersonByEmail(ctx.db, text.toLowerCase());
    return person && page === 0 ? [person.id] : [];
  }
  const match = ftsQueryOf(text);
  return match === null ? [] : searchAllPeople(ctx.db, match, offset, limit);
}

/** Replicas read walls again: what the person wrote vanishes, and is no longer counted. */
const BANNED = { Ban: 1 };
/** What the person wrote appears. */
const UNBANNED = { Ban: 0 };

/**
 * Emits a changed ban: the profile, the community's number of members, and the counts of people the person had
 * subscribed to. Also the posts count of walls they wrote on, for viewers who do not get the profile event because of a
 * block.
 */
async function emitBanChange(
  ctx: Context,
  person: number,
  walls: readonly number[],
  body: Record<string, number>,
): Promise<void> {
  const scope = { kind: 'community', id: 0 } as const;
  ctx.emit({ type: 'profile', scope, ref: { kind: 'person', id: person }, body });
  ctx.emit({ type: 'community', scope, ref: { kind: 'community', id: ctx.community.id } });
  for (const id of await listTargets(ctx.db, person)) emitFriendCounts(ctx, id, person);
  for (const wall of walls) if (wall !== person) emitPostCount(ctx, wall);
}
