import type { Logger } from 'pino';
import type { FolderFailure } from '../../../shared/backup-failures';
import type { ContentStore } from '../../content/store';
import type { Store } from '../../database/open';
import type { FolderProgress } from './folder-task.ts';
import type { FolderBackup } from './repository.ts';

export interface BackupFolderOptions {
  store: Store;
  content: ContentStore;
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
  backups: readonly FolderBackup[];
}
