import type { Migration } from './migration';

/** Which notifications were read one by one; those up to the read mark of their person are read anyway. */
export const readNotifications: Migration = {
  name: '0049-read-notifications',
  sql: `
    ALTER TABLE notification ADD COLUMN is_read INTEGER NOT NULL DEFAULT 0;
  `,
};
