import { constants, copyFileSync, linkSync, statSync } from 'node:fs';
import { flushFileSync } from '../content/flushing.ts';

/** Hard-links an immutable file, or copies it: some file systems have no links, and no link crosses file systems. */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
    copyDurably(from, to);
  }
}

/** Copies a file and flushes the copy to the disk. */
export function copyDurably(from: string, to: string): void {
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
  flushFileSync(to);
}

/** Size of a file in bytes; undefined if it doesn't exist. */
export function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}
