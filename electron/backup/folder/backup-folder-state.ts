import type { Logger } from 'pino';
import type { FolderFailure } from '../../../shared/failures/backup-failures';
import type { ContentStore } from '../../content/store';
import type { FolderProgress } from './folder-task.ts';
import type { RepositoryBackup } from './repository.ts';

/** What is backed up: the community that is open in a data folder, or a standby's copy of one. */
export interface BackupSource {
  /** The folder in which the configuration is stored; '' for none. */
  folder: string;
  /** The name of that file. */
  configFile: string;
  /**
   * Returns a path for temporary files on the same disk, at which nothing is, for a backup made at these Unix seconds.
   */
  scratch: (made: number) => string;
  content: Pick<ContentStore, 'files' | 'withoutSweep'>;
  /**
   * Returns the path of a database that can be opened, or its bytes. `scratch` may be made the folder of a copy; it is
   * deleted after the backup.
   */
  database: (scratch: string) => Promise<string | Uint8Array>;
}

export interface BackupFolderOptions {
  source: BackupSource;
  /** ID of the community. */
  community: number;
  /** The folder and passphrase that the host's settings fix; null leaves them to administrators. */
  folder: string | null;
  passphrase: string | null;
  /** Unix seconds. */
  now: () => number;
  logger: Logger;
  /** Called when the last good backup is older than asked. */
  onOverdue: (ageInSeconds: number) => Promise<void>;
}

/** What administrators see of the backup folder. */
export interface BackupFolderState {
  /** '' for none. */
  folder: string;
  isFixed: boolean;
  isEncrypted: boolean;
  /** Whether the folder is on the disk of the data, and lost with it. */
  isOnDataDisk: boolean;
  /**
   * Whether backups can begin anew where the earlier ones are missing: for encrypted ones, their passphrase must be
   * known.
   */
  canBeginAnew: boolean;
  every: number;
  /** Hours; never 0. */
  warnAfter: number;
  /** Unix seconds; 0 if there is none. */
  lastGood: number;
  isOverdue: boolean;
  failure: FolderFailure | null;
  /** When it is tried again after a failure; 0 without one. */
  retryAt: number;
  /** Null unless a backup is being made. */
  progress: FolderProgress | null;
  /** The backups seen at the last look, newest first. */
  backups: readonly RepositoryBackup[];
}
