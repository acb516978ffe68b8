import { z } from 'zod';
import { FOLDER_FAILURES } from '../backup-failures';
import { LIMITS } from '../limits';
import { read, write } from './endpoint';
import { flag, integerBetween, text } from './values';

/** A backup in the folder: bytes of its database and content; `Missing` contents were already missing on the host. */
const FolderBackup = z.object({
  Name: z.string(),
  Timestamp: z.number(),
  Size: z.number(),
  Content: z.number(),
  Missing: z.number(),
});

/**
 * The folder outside the data folder to which the community is backed up; `Folder` is empty without one. `Fixed`: the
 * host's configuration decides it. `Choosable`: it can be chosen from this client. `Every` is in hours, and the last good
 * backup is `Overdue` after `WarnAfter` hours. `LastGood` is when it was made (0 for never). After a failure it is tried
 * again at `Retry`. `Progress` is null unless a backup is being made; `Backups` were seen there last, newest first.
 */
const BackupFolder = z.object({
  Folder: z.string(),
  Fixed: z.boolean(),
  Choosable: z.boolean(),
  Encrypted: z.boolean(),
  Every: z.number(),
  WarnAfter: z.number(),
  LastGood: z.number(),
  Overdue: z.boolean(),
  Failure: z.enum(['', ...FOLDER_FAILURES]),
  Retry: z.number(),
  Progress: z.object({ Done: z.number(), Total: z.number() }).nullable(),
  Backups: z.array(FolderBackup),
});

const passphrase = () =>
  text(LIMITS.backupPassphrase)
    .refine(
      (value) => value === '' || value.length >= LIMITS.backupPassphraseMin,
      `must have at least ${LIMITS.backupPassphraseMin} characters`,
    )
    .meta({ description: 'Empty for none. Forgotten, the backups cannot be opened by anyone.' });

/** Backups to a folder outside the data folder. */
export const backupFolder = {
  'admin.backupFolder': read('GET /admin/backup/folder', {
    summary:
      'The folder to which the community is backed up on a schedule, its last good backup, and what is wrong.',
    since: '1.1.0',
    input: z.strictObject({}),
    output: BackupFolder,
  }),
  'admin.chooseBackupFolder': write('POST /admin/backup/folder', {
    summary:
      "Asks for the folder in a dialog of the host's own window and starts backing up to it; only from that window, owner only.",
    since: '1.1.0',
    input: z.strictObject({ passphrase: passphrase().default('') }),
    output: BackupFolder,
  }),
  'admin.changeBackupFolder': write('PATCH /admin/backup/folder', {
    summary: 'Changes the schedule or the passphrase of the backups, or stops them; owner only.',
    since: '1.1.0',
    input: z.strictObject({
      every: integerBetween(1, 24 * 31).optional(),
      warnAfter: integerBetween(0, 24 * 366)
        .optional()
        .meta({ description: 'Hours; 0 for twice `every`.' }),
      passphrase: passphrase().optional(),
      off: flag().optional(),
    }),
    output: BackupFolder,
  }),
  'admin.runBackupFolder': write('POST /admin/backup/folder/run', {
    summary: 'Starts a backup to the folder now; its progress is in the answer of `admin.backupFolder`.',
    since: '1.1.0',
    input: z.strictObject({}),
    output: BackupFolder,
  }),
} as const;
