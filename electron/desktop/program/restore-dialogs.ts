import { app, dialog } from 'electron';
import { statSync } from 'node:fs';
import { FolderError } from '../../backup/folder/folder-error';
import { findInFolder } from '../../backup/folder/folder-search';
import { restoreBackup, type RestoreResult } from '../../backup/restore';
import { startErrorOf } from '../../commands/start-error';
import { programLabels } from '../labels';
import { askPassphrase, whileShowing } from '../window/small-window';

/**
 * Restores a backup of a folder whose community is closed, and shows the result. The passphrase of an encrypted one is
 * asked for until it is right. Returns false, with nothing changed, if that failed or was cancelled.
 */
export async function restoreWithDialogs(data: string, backup: string): Promise<boolean> {
  const { restore: text } = programLabels();
  try {
    const result = await restoreAsking(data, backup);
    if (result !== null) await showResult(result);
    return result !== null;
  } catch (error) {
    dialog.showErrorBox(text.failed, startErrorOf(error));
    return false;
  }
}

/** A time as a person reads it in a dialog. */
export function timeOf(seconds: number): string {
  const format = new Intl.DateTimeFormat(app.getLocale(), { dateStyle: 'long', timeStyle: 'short' });
  return format.format(seconds * 1000);
}

/** Null if the person didn't enter a passphrase. */
async function restoreAsking(data: string, backup: string): Promise<RestoreResult | null> {
  const needsPassphrase = isEncrypted(backup);
  for (let isWrong = false; ; isWrong = true) {
    const passphrase = needsPassphrase ? await askPassphrase(isWrong) : null;
    if (needsPassphrase && passphrase === null) return null;
    const now = Math.floor(Date.now() / 1000);
    try {
      return await whileShowing(programLabels().restore.running, () =>
        restoreBackup(data, backup, now, { askPassphrase: () => Promise.resolve(passphrase) }),
      );
    } catch (error) {
      if (!(error instanceof FolderError) || error.failure !== 'passphrase') throw error;
    }
  }
}

function isEncrypted(backup: string): boolean {
  const isFolder = statSync(backup, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder && findInFolder(backup, null)?.isEncrypted === true;
}

async function showResult({ made, previousData, missing }: RestoreResult): Promise<void> {
  const { open, restore: text } = programLabels();
  await dialog.showMessageBox({
    type: 'info',
    message: text.done,
    detail: text.doneDetail({ made: timeOf(made), aside: previousData, missing: missing.length }),
    buttons: [open],
    noLink: true,
  });
}
