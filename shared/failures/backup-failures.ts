/**
 * Why a backup folder can't be used: `gone` (its disk isn't connected), `no_backups` (the folder is there without the
 * earlier backups: its disk isn't mounted, or another one is), `full`, `read_only`, `refused` (no permission), `busy`
 * (another host is writing to it), `damaged` (it doesn't return what was written), `passphrase` (it has another one),
 * `needs_passphrase`, `no_answer` (its disk hangs), `host_full` (the host's own disk is full), `host_damaged` (the
 * host's database is), or `failed`.
 */
export const FOLDER_FAILURES = [
  'gone',
  'no_backups',
  'full',
  'read_only',
  'refused',
  'busy',
  'damaged',
  'passphrase',
  'needs_passphrase',
  'no_answer',
  'host_full',
  'host_damaged',
  'failed',
] as const;
export type FolderFailure = (typeof FOLDER_FAILURES)[number];

/**
 * Why a backup can't be restored: `newer` (a newer program made it), `other_community`, `damaged`, `incomplete` (files
 * are missing that it should have), `passphrase` (a wrong one), `needs_passphrase`, `gone` (its disk isn't connected),
 * `full` (the host's disk is), or `failed`.
 */
export const RESTORE_FAILURES = [
  'newer',
  'other_community',
  'damaged',
  'incomplete',
  'passphrase',
  'needs_passphrase',
  'gone',
  'full',
  'failed',
] as const;
export type RestoreFailure = (typeof RESTORE_FAILURES)[number];
