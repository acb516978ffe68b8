import type { Output, Parsed } from '../../../shared/contract';
import { AppError, invalid } from '../../../shared/errors';
import type { FolderFailure } from '../../../shared/failures/backup-failures';
import { FolderError } from '../../backup/folder/folder-error';
import { requireAdministrator, requireOwner } from '../access/access';
import { canChooseBackupFolder, requireBackupFolderChooser } from '../access/administration';
import { writeAuditEntry } from '../audit';
import type { Context, ReadContext } from '../context';
import type { TwoPhaseHandler } from '../dispatch';

/** Returns the backup folder, its last good backup, and what is wrong with it. */
export function backupFolder(ctx: ReadContext): Output<'admin.backupFolder'> {
  requireAdministrator(ctx);
  return record(ctx);
}

/** Asks for a folder in the host's own window and starts the first backup to it. Cancelling changes nothing. */
export const chooseBackupFolder: TwoPhaseHandler<'admin.chooseBackupFolder'> = {
  joinsRepeats: true,
  prepare: async (preparation, { passphrase }: Parsed<'admin.chooseBackupFolder'>) => {
    const choose = requireBackupFolderChooser(preparation);
    const folder = await choose();
    if (folder !== null) {
      await withFieldErrors(() => preparation.backupFolder.choose(folder, passphrase || null));
      preparation.backupFolder.start();
    }
    return async (ctx: Context) => {
      requireOwner(ctx);
      if (folder !== null) await writeAuditEntry(ctx, { action: 'change_backups', reason: folder });
      return record(ctx);
    };
  },
};

/** Changes the schedule or the passphrase, or stops the backups. The passphrase itself is stored nowhere. */
export const changeBackupFolder: TwoPhaseHandler<'admin.changeBackupFolder'> = {
  joinsRepeats: true,
  prepare: async (preparation, input: Parsed<'admin.changeBackupFolder'>) => {
    requireOwner(preparation);
    const { every, warnAfter, passphrase, off } = input;
    const { backupFolder: folder } = preparation;
    if ((off || passphrase !== undefined) && folder.state.isFixed)
      throw new AppError('conflict', "The host's configuration decides where and how backups are stored.");
    if (passphrase !== undefined && folder.state.folder === '') throw new AppError('conflict', CHOOSE_FIRST);
    if (off) folder.turnOff();
    else {
      if (passphrase !== undefined) await withFieldErrors(() => folder.setPassphrase(passphrase || null));
      folder.schedule({
        ...(every !== undefined && { every }),
        ...(warnAfter !== undefined && { warnAfter }),
      });
      if (passphrase !== undefined) folder.start();
    }
    return async (ctx: Context) => {
      requireOwner(ctx);
      await writeAuditEntry(ctx, { action: 'change_backups' });
      return record(ctx);
    };
  },
};

/** Starts a backup to the folder. Only the owner may start over where the earlier backups are missing. */
export const runBackupFolder: TwoPhaseHandler<'admin.runBackupFolder'> = {
  joinsRepeats: true,
  prepare: (preparation, { anew = false }: Parsed<'admin.runBackupFolder'>) => {
    const requireCaller = anew ? requireOwner : requireAdministrator;
    requireCaller(preparation);
    const { backupFolder: folder } = preparation;
    if (folder.state.folder === '') throw new AppError('conflict', CHOOSE_FIRST);
    if (anew && !folder.state.canStartNewRepository) throw new AppError('conflict', CHOOSE_AGAIN);
    folder.start(anew);
    const answer = (ctx: Context) => {
      requireCaller(ctx);
      return record(ctx);
    };
    return Promise.resolve(answer);
  },
};

const CHOOSE_FIRST = 'Choose a backup folder first.';
const CHOOSE_AGAIN = 'The backups are encrypted. Stop them, then choose the folder again with a passphrase.';

/** A wrong passphrase is a field's error; a folder that can't be used is the machine's state. */
async function withFieldErrors(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof FolderError)) throw error;
    if (error.failure === 'passphrase') throw invalid('passphrase', 'is not the passphrase of these backups');
    throw new AppError('unavailable', SENTENCES[error.failure] ?? SENTENCES.failed, { cause: error });
  }
}

const SENTENCES: Partial<Record<FolderFailure, string>> & { failed: string } = {
  gone: 'Folder not found. Connect its disk and try again.',
  no_backups: 'The backups are not in this folder. Connect their disk and try again.',
  full: 'The disk of the folder is full. Free up space on it and try again.',
  read_only: 'The folder is read-only. Choose one that can be written to.',
  refused: 'Courtyard isn’t allowed to write to this folder. Choose another one, or change its permissions.',
  busy: 'A backup is running. Try again when it is done.',
  damaged: 'The disk of the folder returns damaged data. Choose another one.',
  failed: 'The folder cannot be used for backups. Choose another one.',
};

function record(ctx: ReadContext): Output<'admin.backupFolder'> {
  const { backupFolder: folder } = ctx;
  const { progress, backups, ...state } = folder.state;
  return {
    Folder: state.folder,
    Fixed: state.isFixed,
    Choosable: canChooseBackupFolder(ctx),
    ByDatabase: !ctx.backups.isPossible,
    Encrypted: state.isEncrypted,
    SameDisk: state.isOnDataDisk,
    Every: state.every,
    WarnAfter: state.warnAfter,
    LastGood: state.lastGood,
    Overdue: state.isOverdue,
    Failure: state.failure ?? '',
    Retry: state.retryAt,
    Progress: progress && { Done: progress.done, Total: progress.total },
    Backups: backups.map(({ name, description: { made, size, contentSize, missing } }) => ({
      Name: name,
      Timestamp: made,
      Size: size,
      Content: contentSize,
      Missing: missing,
    })),
  };
}
