import { CALENDAR } from '../../../shared/limits';
import { requirePerson } from '../access/access';
import type { Context } from '../context';
import { hasEnded, scheduleNotice } from './creating';
import { deleteFormerMembersAnswers, setNoticeTitle } from './notice-queries';
import { findEvents, listEventsSince, type CalendarEventRow } from './queries';

/**
 * Notifies who may be going to the event of a message that it is canceled. Call it before the message is deleted.
 * Nobody needs to know this of an event that is over.
 */
export async function cancelDeletedEvent(ctx: Context, message: { id: number; text: string }): Promise<void> {
  const [event] = await findEvents(ctx.db, [message.id]);
  if (event) await cancelDeleted(ctx, event, message.text);
}

/** Does the same for all events of a dialog that is about to be closed. */
export async function cancelDeletedEvents(ctx: Context, dialog: number): Promise<void> {
  const earliest = ctx.now() - CALENDAR.duration;
  for (const { title, ...event } of await listEventsSince(ctx.db, { dialog, earliest }))
    await cancelDeleted(ctx, event, title);
}

async function cancelDeleted(
  ctx: Context,
  event: Omit<CalendarEventRow, 'place' | 'description' | 'revision' | 'changed_at'>,
  title: string,
): Promise<void> {
  const { message_id: message, dialog_id: dialog } = event;
  if (hasEnded(ctx, event)) return;
  // Who leaves once it has begun is still counted, and the members of a closed dialog will be gone when the notice is
  // sent.
  await deleteFormerMembersAnswers(ctx.db, { message, dialog });
  // Not everyone may have been notified of the earlier cancellation yet.
  if (event.canceled === 1) await setNoticeTitle(ctx.db, message, title);
  else if (event.going + event.maybe > 0) {
    const by = requirePerson(ctx).id;
    await scheduleNotice(ctx, { message, type: 'event_canceled', due: ctx.now(), by, title });
  }
}
