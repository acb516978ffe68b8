import type { Output, Parsed } from '../../../shared/contract';
import { requireOtherPerson, requirePerson } from '../access/access';
import type { Context } from '../context';
import { deleteNotificationsOf } from '../notifications/queries';
import { endTies, tellBoth } from './friendship';
import { deleteBlock, insertBlock } from './queries';

/** Blocks a person: all ties end, and neither finds, sees nor writes to the other. */
export async function block(ctx: Context, input: Parsed<'people.block'>): Promise<Output<'people.block'>> {
  const target = await requireOtherPerson(ctx, input.user);
  const person = requirePerson(ctx).id;
  const fresh = await insertBlock(ctx.db, { person_id: person, target_id: target, created_at: ctx.now() });
  if (fresh) {
    await endTies(ctx, person, target);
    await deleteNotificationsOf(ctx.db, person, target);
    await deleteNotificationsOf(ctx.db, target, person);
    tellBoth(ctx, person, target);
  }
  return { ok: true };
}

/** Takes a block back; the two are strangers then. */
export async function unblock(
  ctx: Context,
  input: Parsed<'people.unblock'>,
): Promise<Output<'people.unblock'>> {
  const target = await requireOtherPerson(ctx, input.user);
  const person = requirePerson(ctx).id;
  if (await deleteBlock(ctx.db, person, target)) tellBoth(ctx, person, target);
  return { ok: true };
}
