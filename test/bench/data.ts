import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASE_FILE } from '../../electron/database/open';
import { migrations } from '../../electron/database/migrations';
import { FORM, seed } from './seed';
import { seedCrowds } from './seed-crowds';

/** The data folders of one run: copies of seeded communities, which are cached between runs. */
export interface Data {
  /** Returns a fresh copy of a community with this many messages. */
  copy: (messages: number) => Promise<string>;
  /** The same of the community of `seed-crowds.ts`. */
  copyCrowds: () => Promise<string>;
  /** Deletes the copies. */
  remove: () => void;
}

/** Opens the cache of seeded communities in the system's temporary folder. `say` receives a line before slow work. */
export function openData(say: (line: string) => void): Data {
  const work = mkdtempSync(join(tmpdir(), 'courtyard-bench-'));
  let copies = 0;
  const copyOf = (from: string): string => {
    const to = join(work, String(++copies));
    mkdirSync(to);
    const copy = join(to, DATABASE_FILE);
    copyFileSync(join(from, DATABASE_FILE), copy, constants.COPYFILE_FICLONE);
    writeToDisk(copy);
    return to;
  };
  return {
    copy: async (messages) => copyOf(await seeded(`${messages}`, (folder) => seed(folder, messages), say)),
    copyCrowds: async () => copyOf(await seeded('crowds', seedCrowds, say)),
    remove: () => rmSync(work, { recursive: true, force: true }),
  };
}

/** Left to the system, a gigabyte would be written while something is measured. */
function writeToDisk(path: string): void {
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}

async function seeded(
  name: string,
  fill: (folder: string) => Promise<void>,
  say: (line: string) => void,
): Promise<string> {
  const schema = createHash('sha256').update(`${FORM}${migrations.map((one) => one.sql).join('')}`);
  const root = join(tmpdir(), 'courtyard-bench-seeds');
  const folder = join(root, `${name}-${schema.digest('hex').slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  say(`seeding ${folder}, once`);
  mkdirSync(root, { recursive: true });
  // Seeds for another schema version can't be used any more.
  for (const old of readdirSync(root)) {
    if (old.startsWith(`${name}-`)) rmSync(join(root, old), { recursive: true, force: true });
  }
  const unfinished = mkdtempSync(join(root, 'unfinished-'));
  await fill(unfinished);
  renameSync(unfinished, folder);
  return folder;
}
