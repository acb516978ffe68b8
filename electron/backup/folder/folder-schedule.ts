import type { FolderConfig } from './folder-config.ts';

/** When backups to a folder are due, too old, or a reason to warn. Times are Unix seconds. */

/** Hours after which the last good backup is too old. */
export function warnAfterOf({ warnAfter, every }: Pick<FolderConfig, 'warnAfter' | 'every'>): number {
  return warnAfter || 2 * every;
}

/** Whether a backup is due. After a failure, `retryAt` decides. */
export function isBackupDue({ every, lastGood }: FolderConfig, retryAt: number | null, now: number): boolean {
  if (retryAt !== null) return now >= retryAt;
  // If the clock was set back, the last backup seems to come from the future.
  return lastGood === 0 || Math.abs(now - lastGood) >= every * HOUR;
}

/** Whether the last good backup is too old. */
export function isOverdue(
  config: Pick<FolderConfig, 'folder' | 'since' | 'lastGood' | 'warnAfter' | 'every'>,
  now: number,
): boolean {
  const { folder, since, lastGood } = config;
  return folder !== '' && now - (lastGood || since) > warnAfterOf(config) * HOUR;
}

/** Whether administrators should hear of old backups again. */
export function isWarningDue({ warned }: Pick<FolderConfig, 'warned'>, now: number): boolean {
  return warned === 0 || now - warned >= REMINDER;
}

const HOUR = 3600;
/** Seconds between two warnings. */
const REMINDER = 7 * 24 * HOUR;
