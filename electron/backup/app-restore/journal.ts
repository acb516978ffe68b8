import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../folder/layout';

/** A restore, or the undo of one, that the owner requested in the app. */
const Request = z.object({
  kind: z.enum(['restore', 'undo']),
  /** Folder with the database and the contents to restore. */
  from: z.string(),
  /** When the backup was made, and when the restore was requested, in Unix seconds. */
  made: z.number(),
  requested: z.number(),
  /** How many contents of the backup are known to be missing; if more are, the restore fails. */
  missing: z.number(),
  /** Name of the folder in the data folder that preserves the previous data. */
  aside: z.string(),
});

/**
 * The progress of a restore that was requested in the app, stored in the data folder, so that it can be continued or
 * reverted after the process was killed at any point.
 */
export const RestoreJournal = z.discriminatedUnion('phase', [
  /** Nothing has changed; `attempts` counts the starts that tried. */
  Request.extend({ phase: z.literal('requested'), attempts: z.number() }),
  /** The previous data is preserved, and the verified new database is stored beside the current one. */
  Request.extend({ phase: z.literal('prepared') }),
  /** The database is replaced, but the community hasn't opened with it yet. */
  Request.extend({ phase: z.literal('swapped'), attempts: z.number() }),
  /** The previous database is being put back. */
  Request.extend({ phase: z.literal('reverting'), reason: z.string() }),
  Request.extend({
    phase: z.literal('done'),
    outcome: z.enum(['restored', 'undone', 'failed']),
    /** When it ended, in Unix seconds, and why it failed. */
    ended: z.number(),
    reason: z.string(),
  }),
]);
export type RestoreJournal = z.infer<typeof RestoreJournal>;
export type RestoreRequest = z.infer<typeof Request>;
export type FinishedRestore = Extract<RestoreJournal, { phase: 'done' }>;

/** File name in the data folder. */
const JOURNAL_FILE = 'restore.json';

/** Reads the journal of a data folder; null if it is absent or unreadable. */
export function readJournal(data: string): RestoreJournal | null {
  try {
    return RestoreJournal.parse(JSON.parse(readFileSync(join(data, JOURNAL_FILE), 'utf8')));
  } catch {
    return null;
  }
}

/** Replaces the journal durably and returns it. */
export function saveJournal<T extends RestoreJournal>(data: string, journal: T): T {
  replaceFile(data, JOURNAL_FILE, JSON.stringify(journal, null, 1));
  return journal;
}

/** Deletes the journal and temporary files of interrupted writes. */
export function deleteJournal(data: string): void {
  for (const name of existsSync(data) ? readdirSync(data) : [])
    if (name.startsWith(`${JOURNAL_FILE}.`)) rmSync(join(data, name), { force: true });
  rmSync(join(data, JOURNAL_FILE), { force: true });
}
