import type { NotificationType } from '../../../shared/notifications';
import { requirePerson } from '../access/access';
import type { Context } from '../context';
import {
  advanceNotificationMark,
  listOldestUnread,
  setNotificationRead,
} from '../people/notification-queries';

/** Where the caller has just read: a dialog, or with `thread` one of its threads, up to a message. */
interface ReadPlace {
  dialog: number;
  /** 0 for the dialog itself. */
  thread: number;
  upTo: number;
}

/** Types that tell of a new message. */
const ABOUT_MESSAGES: readonly NotificationType[] = ['message_mention', 'thread_reply'];

/**
 * Marks notifications of messages as read that the caller has just read where they stand: the oldest unread ones up to
 * the first of anything else by the mark, later ones one by one.
 */
export async function readNotificationsOf(ctx: Context, place: ReadPlace): Promise<void> {
  const { dialog, thread, upTo } = place;
  const person = requirePerson(ctx).id;
  const unread = await listOldestUnread(ctx.db, person);
  const isThere = ({ type, item_id, dialog_id, thread_id }: (typeof unread)[number]) =>
    ABOUT_MESSAGES.includes(type) && dialog_id === dialog && thread_id === thread && item_id <= upTo;
  const firstOther = unread.findIndex((one) => !isThere(one));
  const split = firstOther === -1 ? unread.length : firstOther;
  const [oldest, others] = [unread.slice(0, split), unread.slice(split)];
  const last = oldest.at(-1);
  if (last) await readNotificationsUpTo(ctx, last.id);
  for (const { id } of others.filter(isThere)) await readNotification(ctx, id);
  // There may be more of them than one query returns.
  if (last && others.length === 0) await readNotificationsOf(ctx, place);
}

/** Marks the caller's notifications as read up to one, and notifies their devices; the mark never moves back. */
export async function readNotificationsUpTo(ctx: Context, id: number): Promise<void> {
  const person = requirePerson(ctx).id;
  if (!(await advanceNotificationMark(ctx.db, person, id))) return;
  ctx.emit({ type: 'profile', scope: { kind: 'person', id: person }, ref: { kind: 'person', id: person } });
}

/** Marks one of the caller's notifications as read, but no older ones, and notifies their devices. */
export async function readNotification(ctx: Context, id: number): Promise<void> {
  const person = requirePerson(ctx).id;
  if (!(await setNotificationRead(ctx.db, person, id))) return;
  const scope = { kind: 'person' as const, id: person };
  ctx.emit({ type: 'notification', scope, ref: { kind: 'notification', id } });
  ctx.emit({ type: 'profile', scope, ref: { kind: 'person', id: person } });
}
