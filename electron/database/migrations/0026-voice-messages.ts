import type { Migration } from './migration';

/**
 * Voice messages: files with a duration, a waveform and a gain, and who listened to them. `voice_heard` says whether anybody
 * did, so that its owner is told by one row.
 */
export const voiceMessages: Migration = {
  name: '0026-voice-messages',
  sql: `
    ALTER TABLE file ADD COLUMN voice_seconds REAL NOT NULL DEFAULT 0;
    ALTER TABLE file ADD COLUMN waveform TEXT NOT NULL DEFAULT '';
    ALTER TABLE file ADD COLUMN voice_gain REAL NOT NULL DEFAULT 0;
    ALTER TABLE file ADD COLUMN voice_heard INTEGER NOT NULL DEFAULT 0;

    CREATE TABLE file_heard (
      person_id INTEGER NOT NULL REFERENCES person,
      file_id INTEGER NOT NULL REFERENCES file ON DELETE CASCADE,
      PRIMARY KEY (person_id, file_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX file_heard_file ON file_heard (file_id, person_id);
  `,
};
