import type { Migration } from './migration';

/** The titles of deleted events, for the notifications that they are canceled: their messages are gone when these are sent. */
export const deletedEvents: Migration = {
  name: '0045-deleted-events',
  sql: `
    ALTER TABLE calendar_notice ADD COLUMN title TEXT;
    ALTER TABLE notification ADD COLUMN text TEXT NOT NULL DEFAULT '';
  `,
};
