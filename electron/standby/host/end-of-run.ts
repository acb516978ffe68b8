import { join } from 'node:path';
import { z } from 'zod';
import { findMeta } from '../../database/meta';
import type { Store } from '../../database/open';
import { JsonFile } from '../../json-file';
import { LogPosition } from '../wal-format';

/**
 * When the standby was last connected and, after a clean end, where the log ended and by which run. Not stored in the
 * database: the standby would be behind each time it leaves.
 */
export class EndOfRunFile {
  /** When the standby was last connected, in Unix seconds; 0 for never. */
  seenAt = 0;
  readonly #store: Store;
  readonly #file: JsonFile | null;

  constructor(store: Store) {
    this.#store = store;
    this.#file = store.folder === '' ? null : new JsonFile(join(store.folder, END_OF_RUN_FILE));
  }

  /** Where the log ended when this database was last closed; null if unknown, or if it was changed since. */
  read(): LogPosition | null {
    const stored = this.#file?.read((value) => EndOfRun.parse(value)) ?? null;
    this.seenAt = stored?.seenAt ?? 0;
    const { folderLock, files } = this.#store;
    const isLastRun = stored?.run === folderLock?.state.run;
    return stored !== null && isLastRun && files?.wasClosedCleanly ? stored.ended : null;
  }

  /** Stores that the standby is connected, or was until now. */
  async noteSeen(now: number): Promise<void> {
    this.seenAt = now;
    await this.save(null);
  }

  /** Stores where the log ends, null while it goes on, and `seenAt`. */
  async save(ended: LogPosition | null): Promise<void> {
    const run = findMeta(this.#store.writer.raw, 'run') ?? '';
    await this.#file?.write({ run, ended, seenAt: this.seenAt });
  }
}

/** File in a data folder with the end of the last run. */
export const END_OF_RUN_FILE = 'standby-host.json';
const EndOfRun = z.object({ run: z.string(), ended: LogPosition.nullable(), seenAt: z.number() });
