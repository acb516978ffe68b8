import { statfsSync } from 'node:fs';

/**
 * Throws ENOSPC unless the disk of a folder has room for this many bytes, and a reserve for what members write
 * meanwhile. Some network file systems don't report their size; they are trusted to have room.
 */
export function requireRoom(folder: string, bytes: number): void {
  const { bavail, blocks, bsize } = statfsSync(folder);
  const reserve = Math.min(MAX_RESERVE, (blocks * bsize) / 20);
  if (blocks === 0 || bavail * bsize >= bytes + reserve) return;
  throw Object.assign(new Error(`The disk of ${folder} has no room for a backup.`), { code: 'ENOSPC' });
}

/** The reserve in bytes. On small disks it is a twentieth of the disk. */
const MAX_RESERVE = 256 * 1024 * 1024;
