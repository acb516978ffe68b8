import { LIMITS } from '../../../shared/limits';
import type {
  GroupedNotification,
  NotificationType,
  SecurityNotification,
} from '../../../shared/notifications';
import type { Schema } from '../../database/schema';
import { isBlockedEitherWay } from '../access/access';
import type { Context } from '../context';
import {
  deleteNotificationsAbout,
  deleteNotificationsOfKind,
  deleteOldestNotifications,
  findDeed,
  findFoldId,
  findOpenFold,
  insertNotification,
  putDeed,
  refold,
  updateDeed,
  type Deed,
} from './queries';

type ItemKind = Schema['notification']['item_kind'];

/** A notification for `person` of what `user` did to an item. */
export interface NewNotification<Type extends NotificationType = SingleNotification> {
  person: number;
  user: number;
  type: Type;
  item: { kind: ItemKind; id: number };
}

/** Notifies a person of what an administrator did with the codes of their account; a block does not prevent it. */
export async function notifySecurity(
  ctx: Context,
  { person, user, type }: { person: number; user: number; type: SecurityNotification },
): Promise<void> {
  if (person === user) return;
  const id = ctx.newId();
  const now = ctx.now();
  await insertNotification(ctx.db, { person, id, type, user, kind: 'person', item: user, now, fold: 0 });
  await tellNew(ctx, person, id);
}

/** Tells a person of something, unless it was their own doing or one of the two blocked the other. */
export async function notify(ctx: Context, { person, user, type, item }: NewNotification): Promise<void> {
  if (person === user || (await isBlockedEitherWay(ctx.db, person, user))) return;
  const id = ctx.newId();
  const now = ctx.now();
  await insertNotification(ctx.db, { person, id, type, user, kind: item.kind, item: item.id, now, fold: 0 });
  await tellNew(ctx, person, id);
}

/** The types that `notify` sends: each act is a notification of its own. */
type SingleNotification = Exclude<NotificationType, GroupedNotification | SecurityNotification>;

export interface FoldedNotification extends NewNotification<GroupedNotification> {
  /** What it was done to: everybody who did the same to it since the person last read is told of at once. */
  thing: number;
  /** Each time is news, as with comments; otherwise one person is told of once, whatever they take back and do again. */
  isRepeated: boolean;
}

/** Tells a person of something that several people may do to one thing: an unread notification tells of all of them. */
export async function notifyFolded(ctx: Context, told: FoldedNotification): Promise<void> {
  const { person, user, type, thing, item, isRepeated } = told;
  if (person === user || (await isBlockedEitherWay(ctx.db, person, user))) return;
  const deed = { person, user, type, thing };
  const earlier = await findDeed(ctx.db, deed);
  if (earlier && !isRepeated) {
    if (earlier.withdrawn === 0) return;
    const place = await placeAgain(ctx, deed, earlier);
    if (place !== undefined) {
      await updateDeed(ctx.db, deed, { withdrawn: 0, fold: place });
      return fold(ctx, person, place, item.kind);
    }
  }
  const id = ctx.newId();
  const open = (await findOpenFold(ctx.db, deed)) ?? id;
  await putDeed(ctx.db, deed, { id, fold: open, item: item.id, now: ctx.now() });
  await fold(ctx, person, open, item.kind);
}

/**
 * Takes back what a person was told and has not read yet. With `instead` it is linked to something else that the same one
 * did to the same thing since their person last read.
 */
export async function takeBack(ctx: Context, deed: Deed, kind: ItemKind, instead: number = 0): Promise<void> {
  const earlier = await findDeed(ctx.db, deed);
  if (!earlier || earlier.withdrawn === 1) return;
  const id = await findFoldId(ctx.db, deed.person, earlier.fold);
  if (id === undefined || id <= earlier.read_id) return;
  await updateDeed(ctx.db, deed, instead > earlier.read_id ? { item_id: instead } : { withdrawn: 1 });
  await fold(ctx, deed.person, earlier.fold, kind);
}

/** Takes what tells of things off everybody's list: the things are gone. */
export async function forgetThings(ctx: Context, kind: ItemKind, ids: readonly number[]): Promise<void> {
  for (const { person_id, id } of await deleteNotificationsAbout(ctx.db, kind, ids)) {
    tellGone(ctx, person_id, id);
  }
}

/** Takes what a person was told of somebody's act off their list: it asks for nothing any more. */
export async function forgetAct(
  ctx: Context,
  act: { person: number; user: number; type: NotificationType },
): Promise<void> {
  for (const id of await deleteNotificationsOfKind(ctx.db, act)) tellGone(ctx, act.person, id);
}

/**
 * The fold in which something that was taken back stands again as if it had not been: undefined where its person has read
 * since. Where its own went with it, that is the one that there is by now, or one anew.
 */
async function placeAgain(
  ctx: Context,
  deed: Deed,
  earlier: { id: number; fold: number; read_id: number },
): Promise<number | undefined> {
  const id = await findFoldId(ctx.db, deed.person, earlier.fold);
  if ((id ?? earlier.id) <= earlier.read_id) return undefined;
  return id === undefined ? ((await findOpenFold(ctx.db, deed)) ?? ctx.newId()) : earlier.fold;
}

async function fold(ctx: Context, person: number, number: number, kind: ItemKind): Promise<void> {
  const { before, now } = await refold(ctx.db, person, number, kind);
  if (before !== undefined && before !== now) tellGone(ctx, person, before);
  if (now !== undefined) await tellNew(ctx, person, now);
}

/** Tells a person of a new notification; the oldest go beyond as many as are kept. */
async function tellNew(ctx: Context, person: number, id: number): Promise<void> {
  ctx.emit({
    type: 'notification',
    scope: { kind: 'person', id: person },
    ref: { kind: 'notification', id },
  });
  const dropped = await deleteOldestNotifications(ctx.db, person, LIMITS.notificationsEach);
  for (const old of dropped) tellGone(ctx, person, old);
}

function tellGone(ctx: Context, person: number, id: number): void {
  ctx.emit({
    type: 'notification_delete',
    scope: { kind: 'person', id: person },
    ref: { kind: 'notification', id },
  });
}
