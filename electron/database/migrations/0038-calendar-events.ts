import type { Migration } from './migration';

/**
 * Events: each belongs to a message, whose text is its title. `calendar_notice` holds the reminders and other notifications
 * about them that are still to be sent.
 */
export const calendarEvents: Migration = {
  name: '0038-calendar-events',
  sql: `
    CREATE TABLE calendar_event (
      message_id INTEGER PRIMARY KEY,
      dialog_id INTEGER NOT NULL,
      starts_at INTEGER NOT NULL,
      ends_at INTEGER NOT NULL,
      place TEXT NOT NULL,
      description TEXT NOT NULL,
      canceled INTEGER NOT NULL DEFAULT 0,
      revision INTEGER NOT NULL DEFAULT 0,
      changed_at INTEGER NOT NULL,
      going INTEGER NOT NULL DEFAULT 0,
      maybe INTEGER NOT NULL DEFAULT 0,
      declined INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX calendar_event_start ON calendar_event (dialog_id, starts_at);
    CREATE TABLE calendar_answer (
      message_id INTEGER NOT NULL,
      person_id INTEGER NOT NULL REFERENCES person,
      answer TEXT NOT NULL,
      PRIMARY KEY (message_id, person_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX calendar_answer_kind ON calendar_answer (message_id, answer, person_id);
    CREATE TABLE calendar_notice (
      id INTEGER PRIMARY KEY,
      message_id INTEGER NOT NULL,
      type TEXT NOT NULL,
      due_at INTEGER NOT NULL,
      by_id INTEGER NOT NULL,
      after_id INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE UNIQUE INDEX calendar_notice_message ON calendar_notice (message_id, type);
    CREATE INDEX calendar_notice_due ON calendar_notice (due_at);
  `,
};
