import Database from 'better-sqlite3';
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { differencesOf, factsOf, type Facts } from './facts.ts';
import { closeToOthers } from '../database/data-folder.ts';
import { linkOrCopy, sizeOf, syncFile } from './links.ts';
import type { BackupAnswer, BackupTask, Findings } from './task.ts';

/** The thread that makes a backup, puts it back in a place aside, and compares that with what was copied. */
parentPort?.once('message', answer);

function answer(task: BackupTask): void {
  let told: BackupAnswer;
  try {
    told = { findings: task.kind === 'make' ? make(task) : compare(task) };
  } catch (error) {
    const { message, code = '' } = error as NodeJS.ErrnoException;
    told = { error: message, code };
  }
  parentPort?.postMessage(told);
}

/** The name of the database in a backup, as in a data folder. */
const DATABASE = 'courtyard.db';
/** A database above this, in bytes, goes through the quicker check. */
const LARGE = 1024 ** 3;
/** How often a copy is made anew that may have begun after another look at the database than the comparison. */
const ROUNDS = 30;
/** Names of each kind of trouble that are told. */
const TOLD = 20;

function make({ database, blobs, trash, folder }: Extract<BackupTask, { kind: 'make' }>): Findings {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const copy = join(folder, DATABASE);
  const restored = join(folder, 'restored');
  const { facts, findings } = copyDatabase(database, copy, restored);
  const content = withDatabase(join(restored, DATABASE), (raw) =>
    linkContents(raw, [blobs, trash, blobs], folder),
  );
  rmSync(restored, { recursive: true });
  syncFile(copy);
  syncFolders(folder);
  return { ...findings, ...content, facts, size: statSync(copy).size };
}

function compare({ folder, restored, facts }: Extract<BackupTask, { kind: 'compare' }>): Findings {
  const copy = join(folder, DATABASE);
  const findings = compareDatabase(copy, restored, facts);
  const found =
    findings.database.length > 0
      ? { contents: 0, contentSize: 0, content: [] }
      : withDatabase(join(restored, DATABASE), (raw) => checkContents(raw, join(folder, 'content', 'blobs')));
  rmSync(restored, { recursive: true, force: true });
  return { ...findings, ...found, facts, size: statSync(copy).size };
}

/**
 * Copies the database while it is written to, and compares the copy with the look that a second connection took at the
 * same time. A commit may come between the two looks, one time in ten where much is written: then they differ rightly, and
 * both are taken anew.
 */
function copyDatabase(database: string | Uint8Array, copy: string, restored: string) {
  const source = typeof database === 'string' ? database : Buffer.from(database);
  const copying = new Database(source, { readonly: true });
  const looking = new Database(source, { readonly: true });
  try {
    const vacuum = copying.prepare('VACUUM INTO ?');
    for (let round = 1; ; round++) {
      const version = versionOf(copying);
      looking.exec('BEGIN; SELECT 1 FROM meta');
      vacuum.run(copy);
      closeToOthers(copy);
      const isOther = versionOf(copying) !== version;
      const facts = factsOf(looking);
      looking.exec('COMMIT');
      const findings = compareDatabase(copy, restored, facts);
      if (findings.database.length === 0 || !isOther || round === ROUNDS) return { facts, findings };
      rmSync(copy);
      rmSync(restored, { recursive: true });
    }
  } finally {
    copying.close();
    looking.close();
  }
}

/** Another one from each commit of others on. */
function versionOf(raw: Database.Database): unknown {
  return raw.pragma('data_version', { simple: true });
}

/** Puts the database of a backup into another place, opens it there as a host does, and reads it. */
function compareDatabase(copy: string, restored: string, facts: Facts): Pick<Findings, 'check' | 'database'> {
  mkdirSync(restored, { recursive: true, mode: 0o700 });
  copyFileSync(copy, join(restored, DATABASE), constants.COPYFILE_FICLONE);
  const check = statSync(copy).size > LARGE ? 'quick_check' : 'integrity_check';
  try {
    return withDatabase(join(restored, DATABASE), (raw) => {
      raw.pragma('journal_mode = WAL');
      const checked = raw.prepare(`PRAGMA ${check}(${TOLD})`).pluck().all() as string[];
      const ill = checked.filter((line) => line !== 'ok').map((line) => `The database is damaged: ${line}.`);
      const differ = differencesOf(facts, factsOf(raw)).map(
        (table) => `The table ${table} is not what was copied.`,
      );
      return { check, database: [...ill, ...differ] };
    });
  } catch (error) {
    return { check, database: [`The database cannot be read: ${(error as Error).message}.`] };
  }
}

type Contents = Pick<Findings, 'contents' | 'contentSize' | 'content'>;

/** Puts what people stored beside the database: bytes never change, so that a second name for them is a copy. */
function linkContents(raw: Database.Database, places: readonly string[], folder: string): Contents {
  const to = join(folder, 'content', 'blobs');
  mkdirSync(to, { recursive: true, mode: 0o700 });
  const made = new Set<string>();
  return eachContent(raw, (name, short) => {
    if (!made.has(short)) mkdirSync(join(to, short), { mode: 0o700 });
    made.add(short);
    const copied = join(to, short, name);
    const kept = places.map((place) => join(place, short, name)).find((path) => existsSync(path));
    if (kept !== undefined) linkOrCopy(kept, copied);
    return copied;
  });
}

function checkContents(raw: Database.Database, blobs: string): Contents {
  return eachContent(raw, (name, short) => join(blobs, short, name));
}

function eachContent(raw: Database.Database, place: (name: string, short: string) => string): Contents {
  const named = raw.prepare('SELECT lower(hex(hash)), size FROM content GROUP BY hash').raw();
  let contents = 0;
  let contentSize = 0;
  const troubles = { missing: [] as string[], short: [] as string[] };
  for (const [name, size] of named.iterate() as Iterable<[string, number]>) {
    contents++;
    contentSize += size;
    const found = sizeOf(place(name, name.slice(0, 2)));
    if (found === undefined) troubles.missing.push(name);
    else if (found !== size) troubles.short.push(name);
  }
  return {
    contents,
    contentSize,
    content: [...told('is missing', troubles.missing), ...told('has another size', troubles.short)],
  };
}

function told(what: string, names: readonly string[]): string[] {
  const first = names.slice(0, TOLD).map((name) => `Stored content ${what}: ${name}.`);
  return names.length > TOLD ? [...first, `${names.length - TOLD} more like it.`] : first;
}

function withDatabase<T>(path: string, work: (raw: Database.Database) => T): T {
  const raw = new Database(path);
  try {
    return work(raw);
  } finally {
    raw.close();
  }
}

/** A new name is on the disk once its folder is; Windows keeps its folders itself and opens none. */
function syncFolders(folder: string): void {
  if (process.platform === 'win32') return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) syncFolders(join(folder, entry.name));
  }
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
