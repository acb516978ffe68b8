import type { Logger } from 'pino';
import type { FolderFailure } from '../../../shared/failures/backup-failures';
import type { ContentStore } from '../../content/store';
import type { FolderProgress } from './folder-task.ts';
import type { RepositoryBackup } from './repository.ts';

/** What administrators see of the backup folder. */
export interface BackupFolderState {
  /** '' for none. */
  folder: string;
  isFixed: boolean;
  isEncrypted: boolean;
  /** Whether the folder is on the disk of the data, and lost with it. */
  isOnDataDisk: boolean;
  /**
   * Whether new backups can begin in a folder where the earlier ones are missing. For encrypted ones this needs their
   * passphrase.
   */
  canBeginAnew: boolean;
  /** Hours between two backups. */
  every: number;
  /** After how many hours without a good backup administrators are notified; never 0. */
  warnAfter: number;
  /** Unix seconds; 0 if there is none. */
  lastGood: number;
  isOverdue: boolean;
  failure: FolderFailure | null;
  /** When the next attempt after a failure is made, in Unix seconds; 0 without a failure. */
  retryAt: number;
  /** Null unless a backup is being made. */
  progress: FolderProgress | null;
  /** The backups that were in the folder when it was last read, newest first. */
  backups: readonly RepositoryBackup[];
}

/** What is backed up: the community that is open in a data folder, or a standby's copy of one. */
export interface BackupSource {
  /** The folder in which the configuration is stored; '' for none. */
  folder: string;
  /** The name of that file. */
  configFile: string;
  /**
   * Returns an unused path on the same disk for temporary files, for a backup made at this time in Unix seconds.
   */
  scratch: (made: number) => string;
  content: Pick<ContentStore, 'files' | 'withoutSweep'>;
  /**
   * Returns the path of a database that can be opened, or its bytes. `scratch` may be made the folder of a copy; it is
   * deleted after the backup.
   */
  database: (scratch: string) => Promise<string | Uint8Array>;
}

/** The community whose backups are made, and the settings that the host fixes. */
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
  /** Called when the last good backup is older than `warnAfter`. */
  onOverdue: (ageInSeconds: number) => Promise<void>;
}
