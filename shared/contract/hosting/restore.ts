import { z } from 'zod';
import { RESTORE_FAILURES } from '../../failures/backup-failures';
import { LIMITS } from '../../limits';
import { read, write } from '../endpoint';
import { integerBetween, name, text } from '../values';

const SOURCES = ['local', 'folder', 'chosen'] as const;

/**
 * A backup that can be restored: beside the data, in the backup folder, or in what was chosen in the host's own window.
 */
const RestoreSource = z.object({
  Source: z.enum(SOURCES),
  Name: z.string(),
  Timestamp: z.number(),
  Size: z.number(),
  Encrypted: z.boolean(),
  Sound: z.boolean(),
});

/** What a community holds. `Missing` counts files whose bytes are gone; `NewestMessage` is 0 without messages. */
const CommunityAmounts = z.object({
  People: z.number(),
  Messages: z.number(),
  Posts: z.number(),
  Files: z.number(),
  Size: z.number(),
  Missing: z.number(),
  NewestMessage: z.number(),
});

/** A checked backup beside what is there now. `Lost` counts what was added since the backup was made. */
const CheckedBackup = z.object({
  Source: z.enum(SOURCES),
  Name: z.string(),
  Timestamp: z.number(),
  Backup: CommunityAmounts,
  Now: CommunityAmounts,
  Lost: z.object({ People: z.number(), Messages: z.number(), Posts: z.number() }),
});

/**
 * Restoring in the app. `Choosable`: a folder or file can be chosen from this client. `Restarts`: the host restarts by
 * itself, else an administrator has to restart it. `Requested`: it is done at the next start. `Undoing`: what is
 * requested is the undo of the last restore. `Last` is the last restore or undo: `Backup` is when the restored backup
 * was made, `Aside` the folder with what was there before; it can be undone until `UndoUntil` (0: it can't).
 */
const RestoreState = z.object({
  Possible: z.boolean(),
  Choosable: z.boolean(),
  Restarts: z.boolean(),
  Checking: z.boolean(),
  Failure: z.enum(['', ...RESTORE_FAILURES]),
  Checked: CheckedBackup.nullable(),
  Requested: z.boolean(),
  Undoing: z.boolean(),
  Last: z
    .object({
      Outcome: z.enum(['restored', 'undone', 'failed']),
      Timestamp: z.number(),
      Backup: z.number(),
      Reason: z.string(),
      Aside: z.string(),
      UndoUntil: z.number(),
    })
    .nullable(),
});

/** Restoring a backup from the app. */
export const restore = {
  'admin.restore': read('GET /admin/restore', {
    summary: 'The check of a backup, what it would change, and the last restore; owner only.',
    since: '1.1.0',
    input: z.strictObject({}),
    output: RestoreState,
  }),
  'admin.restoreSources': read('GET /admin/restore/backups', {
    summary: 'The backups that can be restored; owner only.',
    since: '1.1.0',
    input: z.strictObject({}),
    output: z.array(RestoreSource),
  }),
  'admin.chooseRestoreSource': write('POST /admin/restore/choose', {
    summary:
      "Asks for a folder or an archive with backups in a dialog of the host's own window; only from that window, owner only.",
    since: '1.1.0',
    input: z.strictObject({ kind: z.enum(['folder', 'file']).default('folder') }),
    output: z.array(RestoreSource),
  }),
  'admin.checkRestore': write('POST /admin/restore/check', {
    summary:
      'Starts to check a backup and to compare it with what is there now; the result is in the answer of `admin.restore`. Owner only.',
    since: '1.1.0',
    input: z.strictObject({
      source: z.enum(SOURCES),
      name: name(255),
      passphrase: text(LIMITS.backupPassphrase).default(''),
    }),
    output: RestoreState,
  }),
  'admin.restoreBackup': write('POST /admin/restore', {
    summary:
      'Restores the checked backup, named by when it was made: the host restarts into it. If it fails its check, nothing changes. Owner only.',
    since: '1.1.0',
    input: z.strictObject({ made: integerBetween(0, Number.MAX_SAFE_INTEGER) }),
    output: RestoreState,
  }),
  'admin.undoRestore': write('POST /admin/restore/undo', {
    summary: 'Puts back what was there before the last restore: the host restarts into it. Owner only.',
    since: '1.1.0',
    input: z.strictObject({}),
    output: RestoreState,
  }),
  'admin.cancelRestore': write('DELETE /admin/restore', {
    summary: 'Cancels a requested restore, or its undo, before the host restarts. Owner only.',
    since: '1.1.0',
    input: z.strictObject({}),
    output: RestoreState,
  }),
} as const;
