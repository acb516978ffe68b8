import { statSync } from 'node:fs';
import { parse, resolve } from 'node:path';

/** Whether two folders are on the same disk. */
export function areOnSameDisk(one: string, other: string): boolean {
  return statSync(one).dev === statSync(other).dev;
}

/**
 * Whether a folder is on a disk of its own: neither that of another folder nor that of the system. If the disk isn't
 * mounted, the path leads to one of these two.
 */
export function isOnOwnDisk(folder: string, other: string): boolean {
  return ![other, parse(resolve(other)).root].some((path) => areOnSameDisk(folder, path));
}
