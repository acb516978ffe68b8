import type { Logger } from 'pino';
import type { FolderFailure } from '../../../shared/failures/backup-failures';
import type { ContentStore } from '../../content/store';
import type { FolderProgress } from './folder-task.ts';
import type { RepositoryBackup } from './repository.ts';

/** The state of the backup folder as shown to administrators. */
export interface BackupFolderState {
  /** '' for none. */
  folder: string;
  isFixed: boolean;
  isEncrypted: boolean;
  /** Whether the folder is on the disk of the data, and lost with it. */
  isOnDataDisk: boolean;
  /**
   * Whether a new repository can be created in a folder whose earlier backups are missing. Encrypted backups need their
   * passphrase for this.
   */
  canStartNewRepository: boolean;
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

/** The source of backups: the open community of a data folder, or a standby's copy of one. */
export interface BackupSource {
  /** The folder of the configuration file; '' for none. */
  folder: string;
  /** Name of the configuration file. */
  configFile: string;
  /** Returns an unused path on the same disk for temporary files, for a backup made at this time in Unix seconds. */
  scratch: (made: number) => string;
  content: Pick<ContentStore, 'files' | 'withoutSweep'>;
  /**
   * Returns the path of a database that can be opened, or its bytes. It may write a copy to the folder `scratch`, which
   * is deleted after the backup.
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
