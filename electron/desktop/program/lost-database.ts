import { app, dialog } from 'electron';
import { join } from 'node:path';
import { DatabaseDamagedError } from '../../backup/damaged-error';
import { startFolderJob } from '../../backup/folder/folder-job';
import type { FoundBackup } from '../../backup/folder/folder-search';
import { BACKUPS, readHeader } from '../../backup/folder/layout';
import type { LastFolderBackup } from '../../backup/last-folder-backup';
import { DatabaseMissingError } from '../../database/health/missing-database';
import { repairDatabase } from '../../repair/repair';
import { programLabels } from '../labels';
import { withProgressWindow } from '../window/dialog-windows';
import { restoreWithDialogs, formatLocalTime } from './restore-dialogs';
import { unixNow } from '../../unix-time';

/**
 * Opens the community. If its database is missing or too damaged to open, first offers to repair it or to restore a
 * backup. Returns null if the person quits instead. Throws the error of `open` if there is no remedy or none worked.
 */
export async function openOrRestore<T>(open: () => Promise<T>): Promise<T | null> {
  for (let isRepairTried = false; ;) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof DatabaseMissingError || error instanceof DatabaseDamagedError)) throw error;
      // On Linux dialogs cannot be shown earlier.
      await app.whenReady();
      const remedies = await remediesFor(error, isRepairTried);
      if (remedies.length === 0) throw error;
      const chosen = await chooseRemedy(error, remedies);
      if (chosen === null) return null;
      isRepairTried ||= chosen.isRepair;
      await chosen.apply();
    }
  }
}

/** A way to make the community work again. A repair is offered once: a second one would find the same. */
interface Remedy {
  label: string;
  isRepair: boolean;
  apply: () => Promise<unknown>;
}

async function remediesFor(
  error: DatabaseMissingError | DatabaseDamagedError,
  isRepairTried: boolean,
): Promise<Remedy[]> {
  const { repair } = programLabels();
  const isDamaged = error instanceof DatabaseDamagedError;
  const { folder, lastFolderBackup } = isDamaged ? error : error.lost;
  const local = isDamaged ? newestLocalBackup(error) : error.lost.newestBackup;
  const inFolder = await findInFolder(lastFolderBackup);
  const backups = [
    ...(inFolder ? [{ ...inFolder, from: join(inFolder.repository, BACKUPS, inFolder.name) }] : []),
    ...(local ? [{ ...local, from: local.name }] : []),
  ];
  return [
    ...(isDamaged && !isRepairTried
      ? [{ label: repair.button, isRepair: true, apply: () => repairWithDialogs(folder) }]
      : []),
    ...backups
      .toSorted((first, second) => second.made - first.made)
      .map(({ made, from }) => ({
        label: labelOf(made, from === local?.name ? null : (lastFolderBackup?.folder ?? null)),
        isRepair: false,
        apply: () => restoreWithDialogs(folder, from),
      })),
  ];
}

function newestLocalBackup({ backups: [newest] }: DatabaseDamagedError) {
  return newest ? { name: newest.name, made: newest.description.made } : null;
}

function labelOf(made: number, folder: string | null): string {
  const { restore } = programLabels();
  return folder === null
    ? restore.button(formatLocalTime(made))
    : restore.buttonFrom(formatLocalTime(made), folder);
}

/** Returns the newest backup of the community in its backup folder; null if none can be read. */
async function findInFolder(last: LastFolderBackup | null): Promise<FoundBackup | null> {
  if (last === null) return null;
  const job = startFolderJob({ kind: 'find', path: last.folder });
  const timer = setTimeout(() => job.cancel(), FOLDER_TIMEOUT_MS);
  try {
    const found = await job.result;
    return found.find(({ repository }) => readHeader(repository)?.id === last.repository) ?? null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** How long listing the backups of a folder may take, in milliseconds. */
const FOLDER_TIMEOUT_MS = 5_000;

async function chooseRemedy(
  error: DatabaseMissingError | DatabaseDamagedError,
  remedies: readonly Remedy[],
): Promise<Remedy | null> {
  const { quit, lostDatabase, damagedDatabase } = programLabels();
  const [title, detail] =
    error instanceof DatabaseDamagedError
      ? [damagedDatabase.title, damagedDatabase.detail(error.folder)]
      : [lostDatabase.title, lostDatabase.detail(error.lost)];
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    message: title,
    detail,
    buttons: [...remedies.map(({ label }) => label), quit],
    defaultId: 0,
    cancelId: remedies.length,
    noLink: true,
  });
  return remedies[response] ?? null;
}

async function repairWithDialogs(folder: string): Promise<void> {
  const { repair: text } = programLabels();
  const { outcome, previousData } = await withProgressWindow(text.running, () =>
    repairDatabase(folder, unixNow()),
  );
  if (outcome === 'sound') return;
  const isRepaired = outcome === 'repaired';
  await dialog.showMessageBox({
    type: isRepaired ? 'info' : 'warning',
    message: isRepaired ? text.done : text.impossible,
    detail: isRepaired ? text.doneDetail(previousData ?? '') : text.impossibleDetail,
    buttons: [text.next],
    noLink: true,
  });
}
