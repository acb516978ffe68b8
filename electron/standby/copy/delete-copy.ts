import { existsSync, readdirSync } from 'node:fs';
import { rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Whether a standby's folder holds anything that exists nowhere else: backups, or data that was moved aside. */
export function hasOwnData(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).some((name) => OWN_DATA.test(name));
}

/** Deletes the copy in a standby's folder, and the folder itself unless it holds what exists nowhere else. */
export async function deleteCopy(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const names = readdirSync(folder);
  const copied = names.filter((name) => !OWN_DATA.test(name));
  for (const name of copied) await rm(join(folder, name), { recursive: true, force: true });
  if (copied.length === names.length) await rmdir(folder);
}

/**
 * What this machine has made as the host or as the standby: a new copy would not bring it back. With the backups goes
 * the file that says how they are made.
 */
const OWN_DATA =
  /^(backups|standby-backups|standby-backups\.json|standby-unreplicated\.txt|standby-own-data-.*|before-restore-.*)$/;
