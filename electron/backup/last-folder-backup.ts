import { readConfig } from './folder/folder-config.ts';

/** File in a data folder that stores where the community's backup folder is (a `FolderConfig`). */
export const BACKUP_FOLDER_FILE = 'backup-folder.json';

/** What a data folder remembers of the last good backup in its backup folder. */
export interface LastFolderBackup {
  /** Path of the backup folder, and ID of the community's repository in it. */
  folder: string;
  repository: string;
  /** Unix seconds. */
  made: number;
}

/**
 * Finds the last good backup that was made in the backup folder of a community whose database can't be read; null if
 * there is none. It doesn't open the backup folder itself, whose disk may be gone or hang.
 */
export function findLastFolderBackup(data: string): LastFolderBackup | null {
  const { folder, repository, lastGood } = readConfig({ folder: data, configFile: BACKUP_FOLDER_FILE });
  return folder === '' || lastGood === 0 ? null : { folder, repository, made: lastGood };
}
