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
import { whileShowing } from '../window/small-window';
import { restoreWithDialogs, timeOf } from './restore-dialogs';

/**
 * Opens the community. If its database is lost or too damaged to open, offers to repair it or to restore a good backup
 * first; null if the person quits instead. Throws the error of `open` if nothing can be done, or nothing helped.
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
      const chosen = await choose(error, remedies);
      if (chosen === null) return null;
      isRepairTried ||= chosen.isRepair;
      await chosen.apply();
    }
  }
}

/** Something that may bring the community back. A second repair would find the same as the first. */
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
  const local = isDamaged ? newestOf(error) : error.lost.newestBackup;
  const inFolder = await findIn(lastFolderBackup);
  const backups = [
    ...(inFolder ? [{ ...inFolder, from: join(inFolder.repository, BACKUPS, inFolder.name) }] : []),
    ...(local ? [{ ...local, from: local.name }] : []),
  ];
  return [
    ...(isDamaged && !isRepairTried
      ? [{ label: repair.button, isRepair: true, apply: () => repairWithDialogs(folder) }]
      : []),
    ...backups
      .toSorted((a, b) => b.made - a.made)
      .map(({ made, from }) => ({
        label: labelOf(made, from === local?.name ? null : (lastFolderBackup?.folder ?? null)),
        isRepair: false,
        apply: () => restoreWithDialogs(folder, from),
      })),
  ];
}

function newestOf({ backups: [newest] }: DatabaseDamagedError) {
  return newest ? { name: newest.name, made: newest.description.made } : null;
}

function labelOf(made: number, folder: string | null): string {
  const { restore } = programLabels();
  return folder === null ? restore.button(timeOf(made)) : restore.buttonFrom(timeOf(made), folder);
}

/** The newest backup of the community in its backup folder, if its disk answers. */
async function findIn(last: LastFolderBackup | null): Promise<FoundBackup | null> {
  if (last === null) return null;
  const job = startFolderJob({ kind: 'find', path: last.folder });
  const timer = setTimeout(() => job.cancel(), FOLDER_MS);
  try {
    const found = await job.result;
    return found.find(({ repository }) => readHeader(repository)?.id === last.repository) ?? null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** Milliseconds that a backup folder gets to list its backups. */
const FOLDER_MS = 5_000;

async function choose(
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
  const { outcome, previousData } = await whileShowing(text.running, () =>
    repairDatabase(folder, Math.floor(Date.now() / 1000)),
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
