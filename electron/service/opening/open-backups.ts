import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RestoreManager, type RestoreManagerOptions } from '../../backup/app-restore/restore-manager';
import { BACKUPS_FOLDER, PARTIAL_PREFIX } from '../../backup/backup-list';
import { BackupManager } from '../../backup/backup-manager';
import { BackupFolder } from '../../backup/folder/backup-folder';
import type { BackupFolderOptions, BackupSource } from '../../backup/folder/backup-folder-state';
import { BACKUP_FOLDER_FILE } from '../../backup/last-folder-backup';
import type { ContentStore } from '../../content/store';
import { DATABASE_FILE, type Store } from '../../database/open';
import { STANDBY_BACKUPS } from '../../standby/copy/standby-backups';
import type { ServiceOptions } from '../service';

type Parts = Pick<RestoreManagerOptions, 'store' | 'content' | 'community' | 'now' | 'logger'> &
  Pick<BackupFolderOptions, 'onOverdue'>;

/** Opens the backups of a community: those beside its data, those in the backup folder, and the restoring of both. */
export function openBackups({ settings, restart }: ServiceOptions, { onOverdue, ...parts }: Parts) {
  const backups = new BackupManager(parts.store, parts.content, parts.now);
  const backupFolder = new BackupFolder({
    ...parts,
    source: sourceOf(parts.store, parts.content),
    folder: settings.backupFolder ?? null,
    passphrase: settings.backupPassphrase ?? null,
    onOverdue,
  });
  const restores = new RestoreManager({
    ...parts,
    backupFolders: () => backupFoldersOf(parts.store, backupFolder.state.folder),
    restart: restart ?? null,
  });
  return { backups, backupFolder, restores };
}

/** The chosen folder, and the one of the backups that this machine made as a standby. */
function backupFoldersOf(store: Store, chosen: string): string[] {
  const own = join(store.folder, STANDBY_BACKUPS);
  return [...(chosen === '' ? [] : [chosen]), ...(store.folder !== '' && existsSync(own) ? [own] : [])];
}

/** What is backed up of an open community; one in memory has no folder of its own. */
function sourceOf(store: Store, content: ContentStore): BackupSource {
  const isInMemory = store.folder === '';
  return {
    folder: store.folder,
    configFile: BACKUP_FOLDER_FILE,
    scratch: (made) =>
      isInMemory
        ? join(tmpdir(), `courtyard-backup-${randomUUID()}`)
        : join(store.folder, BACKUPS_FOLDER, `${PARTIAL_PREFIX}folder-${made}`),
    content,
    database: () =>
      isInMemory
        ? store.read(() => Promise.resolve(store.writer.raw.serialize()))
        : Promise.resolve(join(store.folder, DATABASE_FILE)),
  };
}
