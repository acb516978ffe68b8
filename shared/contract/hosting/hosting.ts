import { z } from 'zod';
import { FOLDER_FAILURES } from '../../failures/backup-failures';
import { LIMITS } from '../../limits';
import { MAIL_FAILURES } from '../../failures/mail-failures';
import { Download } from '../media/download';
import { read, write } from '../endpoint';
import { Author } from '../records';
import { flag, integerBetween, text } from '../values';

/** A number of stored items and their bytes. */
export const StoredAmount = z.object({ Items: z.number(), Size: z.number() });

/**
 * Stored bytes and items, counted for each owner; `Free` is what the disk has left. `Trash` is unused content kept for
 * 30 days; `Unused` is unused content too large in number to be moved to the trash without an administrator's approval.
 */
const StorageUse = z.object({
  Size: z.number(),
  Free: z.number(),
  Trash: StoredAmount,
  Unused: StoredAmount,
  Kinds: z.array(z.object({ Kind: z.string(), Items: z.number(), Size: z.number() })),
  People: z.array(z.object({ User: Author, Items: z.number(), Size: z.number() })),
});

/**
 * A backup: bytes of its database and content, when it was made, and when it was last restored and compared (0 for
 * never). `Sound` if that found no problems, else they are listed in `Problems`; `Missing` contents were already
 * missing on the host.
 */
export const Backup = z.object({
  Name: z.string(),
  Size: z.number(),
  Content: z.number(),
  Timestamp: z.number(),
  Compared: z.number(),
  Sound: z.boolean(),
  Problems: z.array(z.string()),
  Missing: z.number(),
});

/** The parts of a community that database damage can affect, those first whose loss people would notice most. */
export const DATABASE_AREAS = [
  'messages',
  'chats',
  'posts',
  'media',
  'people',
  'accounts',
  'community',
  'search',
  'history',
  'file',
] as const;

/** One part of a community, as administrators read of it. */
export type DatabaseArea = (typeof DATABASE_AREAS)[number];

/**
 * The state of the database: `unchecked` while a check is due or running; `Checked` is when the last one ended (0 for
 * never). `Repairable`: everything damaged can be rebuilt from the rest. `Backup` is the newest sound one. `Command` is
 * what to enter in a terminal of the host to repair or restore it, before `--repair` or `--restore NAME`. `Mail`:
 * whether a mail server is configured, why it takes no emails (empty if the last one was delivered), and since when.
 */
const DatabaseHealth = z.object({
  Status: z.enum(['sound', 'unchecked', 'damaged']),
  Checked: z.number(),
  Affected: z.array(z.enum(DATABASE_AREAS)),
  Repairable: z.boolean(),
  Backup: z.object({ Name: z.string(), Timestamp: z.number() }).nullable(),
  Command: z.string(),
  Mail: z.object({
    Server: z.boolean(),
    Failure: z.enum(['', ...MAIL_FAILURES]),
    Since: z.number(),
  }),
});

/**
 * How the community is shared on the network. `Fixed` lists what the host's configuration decides, `Possible` says
 * whether the host can share at all, `Failure` why it isn't shared although it should be. `Key` is the fingerprint of
 * the community's own key, which every link contains and guests pin; `Fingerprint` and `Expires` belong to the host's
 * current certificate, signed by that key. The most likely address comes first.
 */
const Sharing = z.object({
  On: z.boolean(),
  Port: z.number(),
  Plain: z.boolean(),
  Fixed: z.array(z.enum(['on', 'port', 'plain'])),
  Possible: z.boolean(),
  Failure: z.enum(['', 'port_taken', 'port_refused', 'failed']),
  Key: z.string(),
  Fingerprint: z.string(),
  Expires: z.number(),
  Link: z.string(),
  Addresses: z.array(
    z.object({
      Address: z.string(),
      Link: z.string(),
      Plain: z.string(),
      Kind: z.enum(['given', 'ipv4', 'ipv6', 'name']),
      Network: z.string(),
    }),
  ),
});

/**
 * A check of the host's reachability from the host itself: whether it is announced (`unwanted`: the configuration
 * forbids it), whether each address leads to it, and who was seen from the network recently, latest first. `Arrived`:
 * they connected, not only searched. `System` is its operating system.
 */
const SharingCheck = z.object({
  Announced: z.enum(['off', 'announced', 'failed', 'unwanted']),
  System: z.enum(['linux', 'darwin', 'win32', 'other']),
  Addresses: z.array(z.object({ Address: z.string(), Answers: z.boolean() })),
  Visitors: z.array(z.object({ Address: z.string(), Timestamp: z.number(), Arrived: z.boolean() })),
});

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
 * host's configuration decides it. `Choosable`: it can be chosen from this client. `ByDatabase`: the community is on
 * PostgreSQL, whose own tools make its backups; there are none here. `SameDisk`: the folder is on the disk of the
 * community's data and lost with it. `Every` is in hours, and the last good backup is `Overdue` after `WarnAfter`
 * hours. `LastGood` is when it was made (0 for never). After a failure it is tried again at `Retry`. `Progress` is null
 * unless a backup is being made; `Backups` were seen there last, newest first.
 */
const BackupFolder = z.object({
  Folder: z.string(),
  Fixed: z.boolean(),
  Choosable: z.boolean(),
  ByDatabase: z.boolean(),
  Encrypted: z.boolean(),
  SameDisk: z.boolean(),
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

/** What was added in a week that begins at `Timestamp`, the last of which ends now. */
const WeekOfActivity = z.object({
  Timestamp: z.number(),
  Messages: z.number(),
  Posts: z.number(),
  Joined: z.number(),
});

/** What administrators see and change of the host: storage, backups, the state of the database, and sharing. */
export const hosting = {
  'admin.storage': read('GET /admin/storage', {
    summary: 'The used storage by kind and of the hundred people who store most, and the free space.',
    since: '1.1.0',
    input: z.strictObject({}),
    output: StorageUse,
  }),
  'admin.activity': read('GET /admin/activity', {
    summary: 'How much was written and who joined in each of the last eight weeks, and the newest member.',
    since: '1.1.0',
    input: z.strictObject({}),
    output: z.object({
      Weeks: z.array(WeekOfActivity),
      Newest: z.object({ User: Author, Timestamp: z.number() }).nullable(),
    }),
  }),
  'admin.health': read('GET /admin/health', {
    summary:
      'Whether the database is intact, what is damaged, the newest backup to restore, and whether email is delivered.',
    since: '1.1.0',
    input: z.strictObject({}),
    output: DatabaseHealth,
  }),
  'admin.cleanStorage': write('POST /admin/storage/clean', {
    summary:
      'Moves unused contents to the trash when they are too many to be moved without approval; returns what was moved.',
    since: '1.1.0',
    input: z.strictObject({}),
    output: StoredAmount,
  }),
  'admin.backups': read('GET /admin/backup', {
    summary: 'The backups, newest first, and when each was last verified.',
    since: '1.1.0',
    input: z.strictObject({}),
    output: z.array(Backup),
  }),
  'admin.createBackup': write('POST /admin/backup', {
    summary: 'Creates a backup and verifies it by a test restore; the last five are kept.',
    since: '1.1.0',
    input: z.strictObject({}),
    output: Backup,
  }),
  'admin.downloadBackup': read('GET /admin/backup/archive', {
    summary:
      'The newest good backup as one file, which another Courtyard opens with --restore; owner only. It contains all accounts and the key of the community.',
    since: '1.1.0',
    download: 'application/zip',
    input: z.strictObject({}),
    output: Download,
  }),
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
    input: z.strictObject({
      anew: flag().optional().meta({
        description: 'If the folder lacks the earlier backups, begins anew there; owner only.',
      }),
    }),
    output: BackupFolder,
  }),
  'admin.sharing': read('GET /admin/sharing', {
    summary: 'Whether the community is shared on the network, and by which addresses.',
    since: '1.1.0',
    input: z.strictObject({}),
    output: Sharing,
  }),
  'admin.share': write('PATCH /admin/sharing', {
    summary:
      'Starts or stops sharing the community on the network, or changes its port and access without TLS; owner only.',
    since: '1.1.0',
    input: z.strictObject({
      on: flag().optional(),
      port: integerBetween(0, 65_535).optional(),
      plain: flag().optional(),
    }),
    output: Sharing,
  }),
  'admin.checkSharing': write('POST /admin/sharing/check', {
    summary:
      'Checks from the host whether guests can reach it: its addresses, its announcement and recent visitors.',
    since: '1.1.0',
    input: z.strictObject({}),
    output: SharingCheck,
  }),
} as const;
