import { app, dialog } from 'electron';
import { statSync } from 'node:fs';
import { FolderError } from '../../backup/folder/folder-error';
import { findBackupInFolder } from '../../backup/folder/folder-search';
import { restoreBackup, type RestoreResult } from '../../backup/restore';
import { startErrorOf } from '../../commands/start-error';
import { programLabels } from '../labels';
import { askPassphrase, withProgressWindow } from '../window/dialog-windows';
import { unixNow } from '../../unix-time';

/**
 * Restores a backup into the data folder of a closed community and shows the result. Asks for the passphrase of an
 * encrypted backup until it is right. Returns false, with nothing changed, if that failed or was cancelled.
 */
export async function restoreWithDialogs(data: string, backup: string): Promise<boolean> {
  const { restore: text } = programLabels();
  try {
    const result = await restoreWithPassphrase(data, backup);
    if (result !== null) await showResult(result);
    return result !== null;
  } catch (error) {
    dialog.showErrorBox(text.failed, startErrorOf(error));
    return false;
  }
}

/** Formats a time in Unix seconds in the language of the system. */
export function formatLocalTime(seconds: number): string {
  const format = new Intl.DateTimeFormat(app.getLocale(), { dateStyle: 'long', timeStyle: 'short' });
  return format.format(seconds * 1000);
}

/** Returns null if the person cancels the request for a passphrase. */
async function restoreWithPassphrase(data: string, backup: string): Promise<RestoreResult | null> {
  const needsPassphrase = isEncrypted(backup);
  for (let isWrong = false; ; isWrong = true) {
    const passphrase = needsPassphrase ? await askPassphrase(isWrong) : null;
    if (needsPassphrase && passphrase === null) return null;
    const now = unixNow();
    try {
      return await withProgressWindow(programLabels().restore.running, () =>
        restoreBackup(data, backup, now, { askPassphrase: () => Promise.resolve(passphrase) }),
      );
    } catch (error) {
      if (!(error instanceof FolderError) || error.failure !== 'passphrase') throw error;
    }
  }
}

function isEncrypted(backup: string): boolean {
  const isFolder = statSync(backup, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder && findBackupInFolder(backup, null)?.isEncrypted === true;
}

async function showResult({ made, previousData, missing }: RestoreResult): Promise<void> {
  const { open, restore: text } = programLabels();
  await dialog.showMessageBox({
    type: 'info',
    message: text.done,
    detail: text.doneDetail({ made: formatLocalTime(made), aside: previousData, missing: missing.length }),
    buttons: [open],
    noLink: true,
  });
}
