import { LIMITS } from '../../../shared/limits';
import type {
  GroupedNotification,
  NotificationType,
  OwnNotification,
  SecurityNotification,
} from '../../../shared/notifications';
import type { Schema } from '../../database/schema';
import { isBlockedEitherWay } from '../access/access';
import type { Context } from '../context';
import {
  findAction,
  findFoldNotification,
  findUnreadFold,
  insertNotification,
  upsertAction,
  refreshFold,
  updateAction,
  type NotifiedAction,
} from './queries';
import {
  deleteNotificationsAbout,
  deleteNotificationsOf,
  deleteNotificationsOfKind,
  deleteOldestNotifications,
  findNotifiedAbout,
  withdrawActionsAbout,
} from './removal-queries';

type ItemKind = Schema['notification']['item_kind'];

/** A notification to be created. */
export interface NewNotification<Type extends NotificationType = SingleNotification> {
  /** The recipient. */
  person: number;
  /** Who caused it. */
  user: number;
  type: Type;
  item: { kind: ItemKind; id: number };
}

/** Notifies a person that an administrator used a code of their account. Blocks don't suppress it. */
export async function notifySecurity(
  ctx: Context,
  { person, user, type }: { person: number; user: number; type: SecurityNotification },
): Promise<void> {
  if (person !== user) await store(ctx, { person, user, type, item: { kind: 'person', id: user } });
}

/** Notifies a person that something they scheduled could not be published. */
export function notifyScheduledRefused(
  ctx: Context,
  { person, item }: { person: number; item: number },
): Promise<void> {
  return notifyOfOwn(ctx, { person, type: 'scheduled_refused', item: { kind: 'scheduled', id: item } });
}

/** Notifies an administrator that the last good backup is too old. */
export function notifyOldBackups(ctx: Context, person: number): Promise<void> {
  return notifyOfOwn(ctx, { person, type: 'old_backups', item: { kind: 'person', id: person } });
}

/** Reminds a person of the event of a message. Blocks don't suppress it. */
export function notifyEventReminder(
  ctx: Context,
  { person, message }: { person: number; message: number },
): Promise<void> {
  return notifyOfOwn(ctx, { person, type: 'event_reminder', item: { kind: 'message', id: message } });
}

/** Notifies a person of something of their own, which nobody else caused. */
async function notifyOfOwn(
  ctx: Context,
  { person, type, item }: Omit<NewNotification<OwnNotification>, 'user'>,
): Promise<void> {
  await store(ctx, { person, user: person, type, item });
}

/**
 * Notifies a person of what someone changed about the event of a message, unless it was themselves. Blocks suppress it
 * only if the person isn't going. `text` is the title of an event that was deleted.
 */
export async function notifyEventChange(
  ctx: Context,
  change: {
    person: number;
    user: number;
    type: 'event_changed' | 'event_canceled';
    message: number;
    text: string;
    isGoing: boolean;
  },
): Promise<void> {
  const { person, user, type, message, text, isGoing } = change;
  const item = { kind: 'message' as const, id: message };
  if (!isGoing) await notify(ctx, { person, user, type, item });
  else if (person !== user) await store(ctx, { person, user, type, item }, text);
}

/** Notifies a person of an action, unless it was their own or a block separates the two. Returns whether it did. */
export async function notify(ctx: Context, notification: NewNotification): Promise<boolean> {
  const { person, user } = notification;
  if (person === user || (await isBlockedEitherWay(ctx.db, person, user))) return false;
  await store(ctx, notification);
  return true;
}

async function store(
  ctx: Context,
  notification: NewNotification<NotificationType>,
  text = '',
): Promise<void> {
  const { person, user, type, item } = notification;
  const id = ctx.newId();
  await insertNotification(ctx.db, {
    person,
    id,
    type,
    user,
    kind: item.kind,
    item: item.id,
    now: ctx.now(),
    fold: 0,
    text,
  });
  await emitNotification(ctx, person, id);
}

/** The types that `notify` creates: each action is a notification of its own. */
type SingleNotification = Exclude<
  NotificationType,
  GroupedNotification | SecurityNotification | OwnNotification
>;

/** A notification to be created that stands for the same action by several people. */
export interface NewGroupedNotification extends NewNotification<GroupedNotification> {
  /**
   * The ID of what the action was done to. The same action by several people since the recipient last read is grouped.
   */
  target: number;
  /**
   * Whether every repetition notifies, as for comments. Otherwise a person notifies once, even if they undo and redo
   * the action.
   */
  isRepeated: boolean;
}

/**
 * Notifies a person of an action that several people may do to one item: one unread notification covers all of them.
 */
export async function notifyGrouped(ctx: Context, notification: NewGroupedNotification): Promise<void> {
  const { person, user, type, target, item, isRepeated } = notification;
  if (person === user || (await isBlockedEitherWay(ctx.db, person, user))) return;
  const action = { person, user, type, target };
  const earlier = await findAction(ctx.db, action);
  if (earlier && !isRepeated) {
    if (earlier.withdrawn === 0) return;
    const fold = await findFoldToRestore(ctx, action, earlier);
    if (fold !== undefined) {
      await updateAction(ctx.db, action, { withdrawn: 0, fold });
      return refreshNotification(ctx, person, fold, item.kind);
    }
  }
  const id = ctx.newId();
  const fold = (await findUnreadFold(ctx.db, action)) ?? id;
  await upsertAction(ctx.db, action, { id, fold, item: item.id, now: ctx.now() });
  await refreshNotification(ctx, person, fold, item.kind);
}

/** Withdraws an unread notification of an action that was undone. */
export async function withdrawNotification(
  ctx: Context,
  action: NotifiedAction,
  kind: ItemKind,
): Promise<void> {
  const earlier = await findAction(ctx.db, action);
  if (!earlier || earlier.withdrawn === 1) return;
  const notification = await findFoldNotification(ctx.db, action.person, earlier.fold);
  if (!notification || isRead(notification, earlier.read_id)) return;
  await updateAction(ctx.db, action, { withdrawn: 1 });
  await refreshNotification(ctx, action.person, earlier.fold, kind);
}

/**
 * Removes a deleted item from the notification of its action, read or not; others whom that covers stay. It refers to
 * `replacement` instead, another item by the same person (0 for none); an unread one only if that is unread too.
 */
export async function withdrawItem(
  ctx: Context,
  action: NotifiedAction,
  item: { kind: ItemKind; id: number; replacement: number },
): Promise<void> {
  const earlier = await findAction(ctx.db, action);
  if (!earlier || earlier.withdrawn === 1 || earlier.item_id !== item.id) return;
  const notification = await findFoldNotification(ctx.db, action.person, earlier.fold);
  if (!notification) return;
  const isReplaced = item.replacement > (isRead(notification, earlier.read_id) ? 0 : earlier.read_id);
  await updateAction(ctx.db, action, isReplaced ? { item_id: item.replacement } : { withdrawn: 1 });
  await refreshNotification(ctx, action.person, earlier.fold, item.kind);
}

/** Removes what a person was told about someone whom a block now separates from them. */
export async function retractNotificationsOf(ctx: Context, person: number, user: number): Promise<void> {
  const { gone, changed } = await deleteNotificationsOf(ctx.db, person, user);
  for (const id of gone) emitNotificationDeleted(ctx, person, id);
  for (const id of changed) await emitNotification(ctx, person, id);
}

/**
 * Removes notifications about items that were deleted, or, with `canStillSee`, of those who may no longer see them. A
 * grouped one stays for the items of others.
 */
export async function retractNotificationsAbout(
  ctx: Context,
  kind: ItemKind,
  ids: readonly number[],
  canStillSee?: (person: number) => Promise<boolean>,
): Promise<void> {
  const people: number[] = [];
  if (canStillSee)
    for (const person of await findNotifiedAbout(ctx.db, kind, ids))
      if (!(await canStillSee(person))) people.push(person);
  const items = { kind, ids, people: canStillSee ? people : null };
  for (const { person_id, id } of await deleteNotificationsAbout(ctx.db, items)) {
    emitNotificationDeleted(ctx, person_id, id);
  }
  for (const { person_id, fold } of await withdrawActionsAbout(ctx.db, items)) {
    await refreshNotification(ctx, person_id, fold, kind);
  }
}

/** Removes notifications of one type that a person got from someone, once there is nothing left to answer. */
export async function retractNotifications(
  ctx: Context,
  of: { person: number; user: number; type: NotificationType },
): Promise<void> {
  for (const id of await deleteNotificationsOfKind(ctx.db, of)) emitNotificationDeleted(ctx, of.person, id);
}

/**
 * Returns the group to which a withdrawn action returns, or undefined if the recipient has read since. If its group is
 * gone, that is the current unread one or a new one.
 */
async function findFoldToRestore(
  ctx: Context,
  action: NotifiedAction,
  earlier: { id: number; fold: number; read_id: number },
): Promise<number | undefined> {
  const notification = await findFoldNotification(ctx.db, action.person, earlier.fold);
  if (isRead(notification ?? { id: earlier.id, is_read: 0 }, earlier.read_id)) return undefined;
  return !notification ? ((await findUnreadFold(ctx.db, action)) ?? ctx.newId()) : earlier.fold;
}

/** Whether a notification was read, up to the mark `readId` of its recipient or on its own. */
function isRead({ id, is_read }: { id: number; is_read: 0 | 1 }, readId: number): boolean {
  return id <= readId || is_read === 1;
}

async function refreshNotification(
  ctx: Context,
  person: number,
  fold: number,
  kind: ItemKind,
): Promise<void> {
  const { before, now } = await refreshFold(ctx.db, person, fold, kind);
  if (before !== undefined && before !== now) emitNotificationDeleted(ctx, person, before);
  if (now !== undefined) await emitNotification(ctx, person, now);
}

/** Emits a new notification, and removes the oldest ones beyond the maximum. */
async function emitNotification(ctx: Context, person: number, id: number): Promise<void> {
  ctx.emit({
    type: 'notification',
    scope: { kind: 'person', id: person },
    ref: { kind: 'notification', id },
  });
  const dropped = await deleteOldestNotifications(ctx.db, person, LIMITS.notificationsEach);
  for (const old of dropped) emitNotificationDeleted(ctx, person, old);
}

function emitNotificationDeleted(ctx: Context, person: number, id: number): void {
  ctx.emit({
    type: 'notification_delete',
    scope: { kind: 'person', id: person },
    ref: { kind: 'notification', id },
  });
}
