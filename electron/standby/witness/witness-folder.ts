import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { flushFolderSync, writeFlushedSync } from '../../content/flushing';
import { prepareDataFolder } from '../../database/data-folder';
import { lockDataFolder, type DataFolderLock } from '../../database/lock';
import { DATABASE_FILE } from '../../database/health/missing-database';
import { JsonFile } from '../../json-file';
import { isInstalled, programCommand } from '../../commands/program-command';
import { STANDBY_FILE } from '../copy/standby-folder';
import type { WitnessState } from './witness';

/** What a witness has in its data folder. */
const WitnessRecord = z.object({
  /** Fingerprint of the community's key, and its name. */
  key: z.string(),
  name: z.string(),
  /** By which host and standby know this witness: private key and certificate, in PEM. */
  certificate: z.object({ key: z.string(), cert: z.string() }),
  /** The port on which it waits; 0 until it has one. */
  port: z.number(),
  /** SHA-256 in hexadecimal of the code with which it was paired last; "" for none. */
  usedCode: z.string(),
  state: z.object({
    term: z.number(),
    grantedTo: z.string(),
    standby: z.string(),
    hasEverything: z.boolean(),
    revision: z.number(),
  }),
});
export type WitnessRecord = z.infer<typeof WitnessRecord>;

/** File in a data folder that makes it a witness's. */
export const WITNESS_FILE = 'witness.json';

/** A data folder that is locked for this witness. */
export class WitnessFolder {
  readonly #path: string;
  readonly #lock: DataFolderLock;
  #record: WitnessRecord;

  private constructor(path: string, lock: DataFolderLock, record: WitnessRecord) {
    this.#path = path;
    this.#lock = lock;
    this.#record = record;
  }

  /**
   * Opens the folder of a witness, or makes a new one for the community of a key; null for the one that it belongs to.
   * Throws if it holds something else or is in use.
   */
  static async open(folder: string, key: string | null): Promise<WitnessFolder> {
    await prepareDataFolder(folder).stop();
    for (const file of [DATABASE_FILE, STANDBY_FILE])
      if (existsSync(join(folder, file)))
        throw new Error(`${folder} holds a community. Choose a new folder for the witness with --data.`);
    const stored = readWitness(folder);
    if (stored === null && key === null)
      throw new Error('The flag --witness needs a link from Settings, Standby.');
    if (stored !== null && key !== null && stored.key !== key)
      throw new Error(
        `${folder} holds the witness of another community, ${stored.name}. Choose another folder with --data.`,
      );
    const lock = lockDataFolder(folder);
    try {
      const opened = new WitnessFolder(folder, lock, stored ?? (await newRecord(key ?? '')));
      opened.update({});
      return opened;
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  get record(): WitnessRecord {
    return this.#record;
  }

  /** Stores changes; they are on the disk when it returns. */
  update(changes: Partial<WitnessRecord>): void {
    const next = { ...this.#record, ...changes };
    const path = join(this.#path, WITNESS_FILE);
    writeFlushedSync(`${path}.partial`, JSON.stringify(next), 'w');
    renameSync(`${path}.partial`, path);
    flushFolderSync(this.#path);
    this.#record = next;
  }

  close(): void {
    this.#lock.release();
  }
}

/** Throws if a data folder belongs to a witness: no community must be made in it by mistake. */
export function requireNoWitness(folder: string): void {
  const record = readWitness(folder);
  if (record === null) return;
  const next = isInstalled()
    ? `The app can’t run it. Start the app with another folder: ${programCommand('--data', 'DIR')}.`
    : 'Start it with --witness.';
  throw new Error(`${folder} holds the witness of ${record.name}. ${next}`);
}

function readWitness(folder: string): WitnessRecord | null {
  return new JsonFile(join(folder, WITNESS_FILE)).read((value) => WitnessRecord.parse(value));
}

async function newRecord(key: string): Promise<WitnessRecord> {
  const { issueStandbyCertificate } = await import('../../identity/standby-certificate');
  const certificate = await issueStandbyCertificate(Date.now());
  return { key, name: '', certificate, port: 0, usedCode: '', state: NEW_STATE };
}

const NEW_STATE: WitnessState = { term: 1, grantedTo: '', standby: '', hasEverything: false, revision: 0 };
