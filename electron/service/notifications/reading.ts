import type { NotificationType } from '../../../shared/notifications';
import { requirePerson } from '../access/access';
import type { Context } from '../context';
import { advanceNotificationMark, listOldestUnread } from '../people/notification-queries';

/** Where the caller has just read: a dialog, or with `thread` one of its threads, up to a message. */
interface ReadPlace {
  dialog: number;
  /** 0 for the dialog itself. */
  thread: number;
  upTo: number;
}

/** Types that tell of a message and nothing else. */
const TOLD: readonly NotificationType[] = ['message_mention', 'thread_reply'];

/**
 * Marks notifications of messages as read that the caller has just read where they stand: the oldest unread ones, up to
 * the first of anything else, since one mark stands for all.
 */
export async function readNotificationsOf(ctx: Context, { dialog, thread, upTo }: ReadPlace): Promise<void> {
  const person = requirePerson(ctx).id;
  const unread = await listOldestUnread(ctx.db, person);
  const other = unread.findIndex(
    ({ type, item_id, dialog_id, thread_id }) =>
      !TOLD.includes(type) || dialog_id !== dialog || thread_id !== thread || item_id > upTo,
  );
  const last = unread.at(other === -1 ? -1 : other - 1);
  if (!last || other === 0) return;
  await advanceNotificationMark(ctx.db, person, last.id);
  ctx.emit({ type: 'profile', scope: { kind: 'person', id: person }, ref: { kind: 'person', id: person } });
}
