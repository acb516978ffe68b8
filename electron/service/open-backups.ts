import { RestoreManager, type RestoreManagerOptions } from '../backup/app-restore/restore-manager';
import { BackupManager } from '../backup/backup-manager';
import { BackupFolder } from '../backup/folder/backup-folder';
import type { BackupFolderOptions } from '../backup/folder/backup-folder-state';
import type { ServiceOptions } from './service';

type Parts = Pick<RestoreManagerOptions, 'store' | 'content' | 'community' | 'now' | 'logger'> &
  Pick<BackupFolderOptions, 'onOverdue'>;

/** Opens the backups of a community: those beside its data, those in the backup folder, and the restoring of both. */
export function openBackups({ settings, restart }: ServiceOptions, { onOverdue, ...parts }: Parts) {
  const backups = new BackupManager(parts.store, parts.content, parts.now);
  const backupFolder = new BackupFolder({
    ...parts,
    folder: settings.backupFolder ?? null,
    passphrase: settings.backupPassphrase ?? null,
    onOverdue,
  });
  const restores = new RestoreManager({
    ...parts,
    backupFolder: () => backupFolder.state.folder,
    restart: restart ?? null,
  });
  return { backups, backupFolder, restores };
}
