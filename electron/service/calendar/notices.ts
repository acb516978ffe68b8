import type { CalendarAnswer } from '../../../shared/contract/records';
import type { Store } from '../../database/open';
import type { Context } from '../context';
import type { GroupCommit } from '../group-commit';
import { notifyEventChange, notifyEventReminder } from '../notifications/notifications';
import type { ScheduledJob } from '../scheduling/publisher';
import { NO_SESSION } from '../session';
import {
  continueNotice,
  deleteAnswers,
  deleteNotice,
  findNextNotice,
  findNotice,
  listAnsweredDeleted,
  listAnsweredMembers,
  listDueNotices,
  type CalendarNoticeRow,
} from './notice-queries';
import { findEvents } from './queries';

/** People notified in one transaction; other writes wait that long. */
const BATCH_SIZE = 20;

/** Who is notified, by what they answered. */
const RECIPIENTS: Record<CalendarNoticeRow['type'], readonly CalendarAnswer[]> = {
  event_reminder: ['going', 'maybe'],
  event_changed: ['going', 'maybe', 'declined'],
  event_canceled: ['going', 'maybe'],
};

/**
 * Reminds people of events, and notifies them of changes. What was sent is recorded in the same transaction, so that
 * everybody is notified once. Of an event that has begun meanwhile, for example while the host was off, nobody is
 * reminded.
 */
export function calendarNotices(options: {
  store: Store;
  groupCommit: GroupCommit;
  now: () => number;
}): ScheduledJob {
  const { store, groupCommit, now } = options;
  return {
    subject: 'a notification about an event',
    findNext: findNextNotice,
    listDue: async (db, time, limit) => (await listDueNotices(db, time, limit)).map((row) => row.id),
    run: (id) =>
      store.writer.run(async () => {
        const { db } = store.writer;
        const notice = await findNotice(db, id);
        // It may have been sent, withdrawn or replaced since it was listed.
        if (!notice || notice.due_at > now()) return;
        await groupCommit.collect({ db, session: NO_SESSION, caller: null }, (ctx) => send(ctx, notice));
      }),
  };
}

/** Sends a notice to the next people, and deletes it once nobody is left. */
async function send(ctx: Context, notice: CalendarNoticeRow): Promise<void> {
  const { id, type, message_id: message, by_id: user, title } = notice;
  const people = await listRecipients(ctx, notice);
  for (const { person, answer } of people) {
    if (type === 'event_reminder') await notifyEventReminder(ctx, { person, message });
    else {
      const isGoing = answer !== 'declined';
      await notifyEventChange(ctx, { person, user, type, message, text: title ?? '', isGoing });
    }
  }
  const last = people.at(-1)?.person;
  if (last !== undefined) return continueNotice(ctx.db, id, last);
  await deleteNotice(ctx.db, id);
  if (title !== null) await deleteAnswers(ctx.db, message);
}

/** Returns the next people whom a notice concerns. */
async function listRecipients(ctx: Context, notice: CalendarNoticeRow) {
  const { type, message_id: message, after_id: after, title } = notice;
  const page = { message, answers: RECIPIENTS[type], after, limit: BATCH_SIZE };
  if (title !== null) return listAnsweredDeleted(ctx.db, page);
  const [event] = await findEvents(ctx.db, [message]);
  const isPast = type === 'event_reminder' && event && (event.canceled === 1 || event.starts_at <= ctx.now());
  return event && !isPast ? listAnsweredMembers(ctx.db, event.dialog_id, page) : [];
}
