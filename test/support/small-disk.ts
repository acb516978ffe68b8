import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small disk that a test can fill. */
export interface SmallDisk {
  /** Its folder. */
  path: string;
  /** Uses up all of its free space. */
  fill: () => void;
  /** Makes room again. */
  free: () => void;
  remove: () => void;
}

/** Creates a disk of a size in megabytes; null where this user may not mount one. */
export function smallDisk(megabytes: number): SmallDisk | null {
  if (process.platform !== 'linux') return null;
  const path = mkdtempSync(join(tmpdir(), 'courtyard-full-'));
  const flags = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', path];
  if (spawnSync('mount', flags).status !== 0) {
    rmSync(path, { recursive: true, force: true });
    return null;
  }
  const ballast = join(path, 'ballast');
  return {
    path,
    fill: () => fill(ballast),
    free: () => rmSync(ballast, { force: true }),
    remove: () => {
      spawnSync('umount', ['-l', path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

function fill(ballast: string): void {
  const file = openSync(ballast, 'w');
  try {
    for (let size = 256 * 1024; size >= 1; size = Math.floor(size / 4)) {
      try {
        for (;;) if (writeSync(file, Buffer.alloc(size, 1)) < size) break;
      } catch {
        // No room for another piece of this size.
      }
    }
  } finally {
    closeSync(file);
  }
}
