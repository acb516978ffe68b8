import { createHash, randomBytes } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { findMeta, saveMeta } from '../database/meta';
import { DATABASE_FILE, type Store } from '../database/open';

/** One copy of the data on one machine. */
export interface Place {
  name: string;
  /** The database was last open in another place, or is an older one that was put here again. */
  isArrival: boolean;
  /** Writes down that the database is here; belongs into a transaction. */
  settle: () => void;
}

/**
 * Says where a database is. A file that was copied, moved or put back is in another place than before, also where a
 * backup was written over the file itself: folder and database both bear the name of their last run, which differs then.
 */
export function findPlace({ folder, held, writer }: Store): Place {
  const { raw } = writer;
  if (!held) return { name: randomHex(), isArrival: false, settle: () => undefined };
  const isAsLeft = held.mark.run === (findMeta(raw, 'run') ?? '');
  const epoch = isAsLeft ? held.mark.epoch : randomHex();
  const name = nameOf(folder, epoch);
  const last = findMeta(raw, 'place');
  return {
    name,
    isArrival: last !== undefined && last !== name,
    settle: () => {
      const run = randomHex();
      // A crash between the two makes an arrival of the next start, which only costs guests a fresh read.
      held.remember({ epoch, run });
      saveMeta(raw, 'run', run);
      saveMeta(raw, 'place', name);
    },
  };
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
