import type { Output, Parsed } from '../../../shared/contract';
import type { UserModel } from '../../../shared/contract/records';
import { requireOtherPerson, requirePerson } from '../access/access';
import type { Context, ReadContext } from '../context';
import { emitLibraryChange } from '../events/library-events';
import { listFollowedOf } from '../music/follow-queries';
import { retractNotificationsOf } from '../notifications/notifications';
import { endRelations, emitProfilesToBoth } from './friendship';
import { deleteBlock, insertBlock, listBlocked } from './queries';
import { userList } from './records';

/** Returns the people whom the caller blocked. */
export async function blocked(ctx: ReadContext, input: Parsed<'people.blocked'>): Promise<UserModel[]> {
  const person = requirePerson(ctx).id;
  const { page, limit } = input;
  return userList(ctx, await listBlocked(ctx.db, { person, limit, offset: page * limit }));
}

/** Blocks a person: all relations end, and neither can find, see or write to the other. */
export async function block(ctx: Context, input: Parsed<'people.block'>): Promise<Output<'people.block'>> {
  const target = await requireOtherPerson(ctx, input.user);
  const person = requirePerson(ctx).id;
  const isNew = await insertBlock(ctx.db, { person_id: person, target_id: target, created_at: ctx.now() });
  if (isNew) {
    await endRelations(ctx, person, target);
    await retractNotificationsOf(ctx, person, target);
    await retractNotificationsOf(ctx, target, person);
    await emitChangeToBoth(ctx, person, target);
  }
  return { ok: true };
}

/** Unblocks a person; earlier relations are not restored. */
export async function unblock(
  ctx: Context,
  input: Parsed<'people.unblock'>,
): Promise<Output<'people.unblock'>> {
  const target = await requireOtherPerson(ctx, input.user);
  const person = requirePerson(ctx).id;
  if (await deleteBlock(ctx.db, person, target)) await emitChangeToBoth(ctx, person, target);
  return { ok: true };
}

/** Emits to both people that the other's profile and followed playlists were hidden or are visible again. */
async function emitChangeToBoth(ctx: Context, first: number, second: number): Promise<void> {
  emitProfilesToBoth(ctx, first, second);
  for (const id of await listFollowedOf(ctx.db, first, second)) emitLibraryChange(ctx, 'playlist', id, first);
  for (const id of await listFollowedOf(ctx.db, second, first))
    emitLibraryChange(ctx, 'playlist', id, second);
}
