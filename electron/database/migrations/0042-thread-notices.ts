import type { Migration } from './migration';

/**
 * Followers of a thread remember the reply that they were notified of. Taking every unread reply for one that they know of
 * silenced the threads of those who had muted the group when the first of them came.
 */
export const threadNotices: Migration = {
  name: '0042-thread-notices',
  sql: `
    ALTER TABLE thread_follower ADD COLUMN notified_id INTEGER NOT NULL DEFAULT 0;
    UPDATE thread_follower SET notified_id = coalesce(
      (SELECT last_reply_id FROM message
       WHERE message.dialog_id = thread_follower.dialog_id AND message.id = thread_follower.thread_id), 0);
  `,
};
