import { createHash, randomBytes } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { DataFolderLock } from '../../database/lock';
import { findMeta, saveMeta } from '../../database/meta';
import { DATABASE_FILE, type Store } from '../../database/open';

/** One copy of the data on one machine. */
export interface Installation {
  name: string;
  /** The database was last opened elsewhere, or an older copy replaced it. */
  isMoved: boolean;
  /** Stores that the database is here now; call it inside a transaction. */
  record: () => void;
}

/**
 * Identifies the installation that a database belongs to. A copied, moved or restored file is a new one, even if a
 * backup was written over the original: folder and database both store the ID of their last run, which then differs.
 */
export function detectInstallation({ folder, folderLock, writer }: Store): Installation {
  const { raw } = writer;
  if (!folderLock) return { name: randomHex(), isMoved: false, record: () => undefined };
  const isUnchanged = folderLock.state.run === (findMeta(raw, 'run') ?? '');
  const epoch = isUnchanged ? folderLock.state.epoch : randomHex();
  const name = nameOf(folder, epoch);
  const last = findMeta(raw, 'place');
  return {
    name,
    isMoved: last !== undefined && last !== name,
    record: () => {
      const run = randomHex();
      // A crash between these two makes the next start look moved, which only makes clients reload.
      folderLock.saveState({ epoch, run });
      saveMeta(raw, 'run', run);
      saveMeta(raw, 'place', name);
    },
  };
}

/**
 * Stores that a database belongs to a folder from now on although it came from elsewhere; call it inside a transaction.
 */
export function claimInstallation(
  raw: Database,
  folder: string,
  folderLock: Pick<DataFolderLock, 'saveState'>,
): void {
  const [epoch, run] = [randomHex(), randomHex()];
  folderLock.saveState({ epoch, run });
  saveMeta(raw, 'run', run);
  saveMeta(raw, 'place', nameOf(folder, epoch));
}

function nameOf(folder: string, epoch: string): string {
  const path = realpathSync(join(folder, DATABASE_FILE));
  const { dev, ino, birthtimeMs } = statSync(path);
  return createHash('sha256')
    .update(JSON.stringify([hostname(), path, dev, ino, Math.floor(birthtimeMs), epoch]))
    .digest('hex');
}

function randomHex(): string {
  return randomBytes(16).toString('hex');
}
