import type { Output, Parsed } from '../../../shared/contract';
import type { Notification } from '../../../shared/contract/records';
import { invalid } from '../../../shared/errors';
import { requirePerson } from '../access/access';
import type { Context, ReadContext } from '../context';
import { readNotification, readNotificationsUpTo } from '../notifications/reading';
import { notificationRecords } from '../notifications/records';
import { listNotifications } from './notification-queries';

/** Returns the caller's notifications, newest first. */
export async function notifications(
  ctx: ReadContext,
  input: Parsed<'people.notifications'>,
): Promise<Notification[]> {
  const person = requirePerson(ctx).id;
  return notificationRecords(ctx, await listNotifications(ctx.db, person, input.last_id, input.limit));
}

/** Marks the caller's notifications as read: all, up to one, or only that one. The mark never moves back. */
export async function readNotifications(
  ctx: Context,
  input: Parsed<'people.readNotifications'>,
): Promise<Output<'people.readNotifications'>> {
  requirePerson(ctx);
  if (!input.only) await readNotificationsUpTo(ctx, input.last_id || Number.MAX_SAFE_INTEGER);
  else if (input.last_id) await readNotification(ctx, input.last_id);
  else throw invalid('last_id', 'is required with only');
  return { ok: true };
}
