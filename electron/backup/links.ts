import { closeSync, constants, copyFileSync, fsyncSync, linkSync, openSync, statSync } from 'node:fs';

/**
 * Gives a file that never changes a second name, or copies it: not every disk knows links, and none reaches from one
 * disk to another.
 */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
    copyWhole(from, to);
  }
}

/** Copies a file, and returns when the copy is on the disk. */
export function copyWhole(from: string, to: string): void {
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  syncFile(to);
}

/** Returns when a file is on the disk. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The bytes of a file; undefined where there is none. */
export function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}
