import { app, dialog } from 'electron';
import { restoreBackup } from '../../backup/restore';
import { DatabaseMissingError, type LostDatabase } from '../../database/health/missing-database';
import { programLabels } from '../labels';

/**
 * Opens the community. If its database is lost and a good backup exists, asks whether to restore it first; null if
 * the person quits instead. Throws the error of `open` if nothing can be restored.
 */
export async function openOrRestore<T>(open: () => Promise<T>): Promise<T | null> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof DatabaseMissingError) || error.lost.newestBackup === null) throw error;
    // On Linux dialogs cannot be shown earlier.
    await app.whenReady();
    if (!(await isRestoreWanted(error.lost, error.lost.newestBackup.made))) return null;
    await restore(error.lost.folder, error.lost.newestBackup.name);
    return open();
  }
}

async function isRestoreWanted(lost: LostDatabase, made: number): Promise<boolean> {
  const { quit, lostDatabase: text } = programLabels();
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    message: text.title,
    detail: text.detail(lost),
    buttons: [text.restore(timeOf(made)), quit],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}

async function restore(folder: string, backup: string): Promise<void> {
  const { open, lostDatabase: text } = programLabels();
  const {
    made,
    previousData: aside,
    missing,
  } = await restoreBackup(folder, backup, Math.floor(Date.now() / 1000));
  await dialog.showMessageBox({
    type: 'info',
    message: text.restored,
    detail: text.restoredDetail({ made: timeOf(made), aside, missing: missing.length }),
    buttons: [open],
    noLink: true,
  });
}

function timeOf(seconds: number): string {
  const format = new Intl.DateTimeFormat(app.getLocale(), { dateStyle: 'long', timeStyle: 'short' });
  return format.format(seconds * 1000);
}
