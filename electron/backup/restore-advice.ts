import { programCommand } from '../commands/program-command';
import type { LastFolderBackup } from './last-folder-backup';

/** A good backup beside the data. */
interface LocalBackup {
  name: string;
  /** Unix seconds. */
  made: number;
}

/**
 * Tells how to restore the newest good backup: the one beside the data, or the last one in the backup folder, and then
 * both if there are both. '' if there is neither.
 */
export function restoreAdvice(
  data: string,
  local: LocalBackup | null,
  inFolder: LastFolderBackup | null,
): string {
  const isFolderNewer = inFolder !== null && inFolder.made > (local?.made ?? 0);
  const sentences: string[] = [];
  if (isFolderNewer)
    sentences.push(
      `Restore the last good backup, made ${formatTime(inFolder.made)}, from the backup folder with:${restoreCommand(data, inFolder.folder)}`,
    );
  if (local) {
    const start = isFolderNewer
      ? 'If that disk is gone, restore the newest good backup beside the data'
      : 'Restore the newest good backup';
    sentences.push(`${start}, made ${formatTime(local.made)}, with:${restoreCommand(data, local.name)}`);
  }
  return sentences.join('');
}

/** The command that restores a backup, on a line of its own. */
export function restoreCommand(data: string, backup: string): string {
  return `\n  ${programCommand('--data', data, '--restore', backup)}\n`;
}

/** A time as administrators read it in messages. */
export function formatTime(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
