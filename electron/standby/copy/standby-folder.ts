import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { flushPath } from '../../content/disk-threads';
import { DATABASE_FILE } from '../../database/health/missing-database';
import { prepareDataFolder } from '../../database/data-folder';
import { lockDataFolder, type DataFolderLock } from '../../database/lock';
import { JsonFile } from '../../json-file';
import { isInstalled, programCommand } from '../../commands/program-command';
import type { StandbyLink } from '../link';
import { obtainOwnCertificate } from '../succession/own-certificate';
import { WitnessDescription } from '../messages';
import { LogPosition } from '../wal-format';

/** What a standby remembers in its data folder. */
const StandbyRecord = z.object({
  /** Fingerprint of the community's key, and its name. */
  key: z.string(),
  name: z.string(),
  /** Where the host was reached, most likely first, and the URLs at which people reach the community. */
  addresses: z.array(z.string()),
  urls: z.array(z.string()).default([]),
  /** The host: its machine, its term, and the certificate by which it is known when it is the standby. */
  host: z
    .object({ machine: z.string(), term: z.number(), certificate: z.string() })
    .default({ machine: '', term: 0, certificate: '' }),
  /** By which the host knows this standby: private key and certificate, in PEM. */
  certificate: z.object({ key: z.string(), cert: z.string() }),
  isPaired: z.boolean(),
  /** The last contact with the host that is known, in Unix seconds; 0 for never. */
  seenAt: z.number().default(0),
  /** Where the log ended that went into the database last; null if unknown. */
  ended: LogPosition.nullable(),
  /** A complete new copy is being put in the place of the earlier one. */
  isSwapping: z.boolean(),
  /** Where this machine served the community when it was the host itself; null if it never was. */
  served: z
    .object({ host: z.string(), port: z.number(), sharePort: z.number().nullable() })
    .nullable()
    .default(null),
  /** The witness that decides when this standby takes over automatically; null for none. */
  witness: WitnessDescription.nullable().default(null),
  /** Whether all contents that the database names were here when the standby was connected last. */
  hasContents: z.boolean().default(false),
  /** The version of the schema of the host's database; 0 if unknown. */
  schema: z.number().default(0),
  /** The process that uses the folder; 0 for none. */
  process: z.number(),
});
export type StandbyRecord = z.infer<typeof StandbyRecord>;

/** File in a data folder that makes it a standby's. */
export const STANDBY_FILE = 'standby.json';

/** Throws if a data folder belongs to a standby: its copy must not be opened as a community by mistake. */
export function requireNoStandby(folder: string): void {
  const record = readRecord(folder);
  if (record === null) return;
  throw new Error(
    isInstalled()
      ? `${folder} holds a standby of ${record.name} that runs without the app. Start the app with another folder: ${programCommand('--data', 'DIR')}. To keep a copy in the app, open the community there and use Settings → This computer.`
      : `${folder} holds a standby of ${record.name}. Start it with --standby, or with --promote to host the community from here.`,
  );
}

/** A data folder that is locked for this standby. */
export class StandbyFolder {
  readonly path: string;
  readonly #lock: DataFolderLock;
  readonly #file: JsonFile;
  #record: StandbyRecord;

  private constructor(path: string, lock: DataFolderLock, record: StandbyRecord) {
    this.path = path;
    this.#lock = lock;
    this.#file = new JsonFile(join(path, STANDBY_FILE));
    this.#record = record;
  }

  /**
   * Opens the folder of a standby, or makes a new one for a link. Throws if it holds a community, or the standby of
   * another one, or is in use.
   */
  static async open(folder: string, link: StandbyLink): Promise<StandbyFolder> {
    await prepareDataFolder(folder).stop();
    const stored = readRecord(folder);
    if (stored === null && existsSync(join(folder, DATABASE_FILE)))
      throw new Error(`${folder} holds a community. Choose a new folder for the standby with --data.`);
    if (stored !== null && stored.key !== link.key)
      throw new Error(
        `${folder} holds a standby of another community, ${stored.name}. Choose another folder with --data.`,
      );
    const lock = lockDataFolder(folder);
    try {
      const record = stored ?? { ...NEW, key: link.key, certificate: await obtainOwnCertificate(folder) };
      const addresses = [...new Set([...link.addresses, ...record.addresses])];
      const opened = new StandbyFolder(folder, lock, record);
      await opened.update({ addresses, process: process.pid });
      return opened;
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** Makes a folder the one of a standby that its host knows already. */
  static async create(
    folder: string,
    known: Omit<
      StandbyRecord,
      'certificate' | 'process' | 'isSwapping' | 'witness' | 'schema' | 'hasContents'
    >,
  ): Promise<StandbyFolder> {
    const lock = lockDataFolder(folder);
    try {
      const certificate = await obtainOwnCertificate(folder);
      const opened = new StandbyFolder(folder, lock, { ...NEW, ...known, certificate });
      await opened.update({ process: process.pid });
      await flushPath(folder);
      return opened;
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** Opens the folder of a standby that has used its link. */
  static async reopen(folder: string, { addresses, key }: StandbyRecord): Promise<StandbyFolder> {
    return StandbyFolder.open(folder, { addresses, key, code: '' });
  }

  /** The lock, in which the folder's last opening is noted. */
  get lock(): Pick<DataFolderLock, 'saveState'> {
    return this.#lock;
  }

  get record(): StandbyRecord {
    return this.#record;
  }

  /** Stores changes; they are on the disk when it resolves. */
  async update(changes: Partial<StandbyRecord>): Promise<void> {
    this.#record = { ...this.#record, ...changes };
    await this.#file.write(this.#record);
  }

  async close(): Promise<void> {
    // On a full disk, the process that has ended remains noted.
    await this.update({ process: 0 }).catch(() => undefined);
    this.#lock.release();
  }
}

/** The record of a standby's folder; null if it is none. */
export function readRecord(folder: string): StandbyRecord | null {
  return new JsonFile(join(folder, STANDBY_FILE)).read((value) => StandbyRecord.parse(value));
}

const NEW = {
  name: '',
  addresses: [],
  urls: [],
  host: { machine: '', term: 0, certificate: '' },
  isPaired: false,
  seenAt: 0,
  ended: null,
  isSwapping: false,
  served: null,
  witness: null,
  hasContents: false,
  schema: 0,
  process: 0,
};
