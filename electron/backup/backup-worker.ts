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
import { listDifferingTables, digestTables, type TableDigests } from './table-digests.ts';
import { restrictToOwner } from '../database/data-folder.ts';
import { linkOrCopy, sizeOf, syncFile } from './copy-file.ts';
import type { BackupTaskResult, BackupTask, BackupFindings } from './backup-task.ts';

/** Worker thread that creates a backup, restores it to a temporary folder and compares the result with the source. */
parentPort?.once('message', handleTask);

function handleTask(task: BackupTask): void {
  let result: BackupTaskResult;
  try {
    result = { findings: task.kind === 'make' ? make(task) : compare(task) };
  } catch (error) {
    const { message, code = '' } = error as NodeJS.ErrnoException;
    result = { error: message, code };
  }
  parentPort?.postMessage(result);
}

/** File name of the database in a backup, the same as in a data folder. */
const DATABASE = 'courtyard.db';
/** Databases larger than this many bytes get the quicker check. */
const QUICK_CHECK_THRESHOLD = 1024 ** 3;
/** How often a copy is retried because a commit came between the copy and the snapshot it is compared with. */
const MAX_ATTEMPTS = 30;
/** How many problems of each kind are listed. */
const MAX_LISTED = 20;

function make({ database, blobs, trash, folder }: Extract<BackupTask, { kind: 'make' }>): BackupFindings {
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

function compare({ folder, restored, facts }: Extract<BackupTask, { kind: 'compare' }>): BackupFindings {
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
 * Copies the database while others write to it, and compares the copy with a snapshot that a second connection took
 * at the same time. On a busy host a commit comes between the two about once in ten times; then they rightly differ
 * and both are taken again.
 */
function copyDatabase(database: string | Uint8Array, copy: string, restored: string) {
  const source = typeof database === 'string' ? database : Buffer.from(database);
  const copying = new Database(source, { readonly: true });
  const reading = new Database(source, { readonly: true });
  try {
    const vacuum = copying.prepare('VACUUM INTO ?');
    for (let attempt = 1; ; attempt++) {
      const version = versionOf(copying);
      reading.exec('BEGIN; SELECT 1 FROM meta');
      vacuum.run(copy);
      restrictToOwner(copy);
      const hasChanged = versionOf(copying) !== version;
      const facts = digestTables(reading);
      reading.exec('COMMIT');
      const findings = compareDatabase(copy, restored, facts);
      if (findings.database.length === 0 || !hasChanged || attempt === MAX_ATTEMPTS)
        return { facts, findings };
      rmSync(copy);
      rmSync(restored, { recursive: true });
    }
  } finally {
    copying.close();
    reading.close();
  }
}

/** Changes with every commit by another connection. */
function versionOf(raw: Database.Database): unknown {
  return raw.pragma('data_version', { simple: true });
}

/**
 * Restores the database of a backup to another folder, opens it there as a host does, and compares it with the
 * digests.
 */
function compareDatabase(
  copy: string,
  restored: string,
  facts: TableDigests,
): Pick<BackupFindings, 'check' | 'database'> {
  mkdirSync(restored, { recursive: true, mode: 0o700 });
  copyFileSync(copy, join(restored, DATABASE), constants.COPYFILE_FICLONE);
  const check = statSync(copy).size > QUICK_CHECK_THRESHOLD ? 'quick_check' : 'integrity_check';
  try {
    return withDatabase(join(restored, DATABASE), (raw) => {
      raw.pragma('journal_mode = WAL');
      const checked = raw.prepare(`PRAGMA ${check}(${MAX_LISTED})`).pluck().all() as string[];
      const damage = checked
        .filter((line) => line !== 'ok')
        .map((line) => `The database is damaged: ${line}.`);
      const differ = listDifferingTables(facts, digestTables(raw)).map(
        (table) => `The table ${table} is not what was copied.`,
      );
      return { check, database: [...damage, ...differ] };
    });
  } catch (error) {
    return { check, database: [`The database cannot be read: ${(error as Error).message}.`] };
  }
}

type ContentFindings = Pick<BackupFindings, 'contents' | 'contentSize' | 'content'>;

/** Links uploaded contents into the backup. Stored bytes never change, so a hard link is a copy. */
function linkContents(raw: Database.Database, folders: readonly string[], folder: string): ContentFindings {
  const to = join(folder, 'content', 'blobs');
  mkdirSync(to, { recursive: true, mode: 0o700 });
  const made = new Set<string>();
  return checkEachContent(raw, (name, short) => {
    if (!made.has(short)) mkdirSync(join(to, short), { mode: 0o700 });
    made.add(short);
    const copied = join(to, short, name);
    const source = folders.map((from) => join(from, short, name)).find((path) => existsSync(path));
    if (source !== undefined) linkOrCopy(source, copied);
    return copied;
  });
}

function checkContents(raw: Database.Database, blobs: string): ContentFindings {
  return checkEachContent(raw, (name, short) => join(blobs, short, name));
}

function checkEachContent(
  raw: Database.Database,
  pathOf: (name: string, short: string) => string,
): ContentFindings {
  const named = raw.prepare('SELECT lower(hex(hash)), size FROM content GROUP BY hash').raw();
  let contents = 0;
  let contentSize = 0;
  const problems = { missing: [] as string[], short: [] as string[] };
  for (const [name, size] of named.iterate() as Iterable<[string, number]>) {
    contents++;
    contentSize += size;
    const found = sizeOf(pathOf(name, name.slice(0, 2)));
    if (found === undefined) problems.missing.push(name);
    else if (found !== size) problems.short.push(name);
  }
  return {
    contents,
    contentSize,
    content: [
      ...describeProblems('is missing', problems.missing),
      ...describeProblems('has another size', problems.short),
    ],
  };
}

function describeProblems(what: string, names: readonly string[]): string[] {
  const first = names.slice(0, MAX_LISTED).map((name) => `Stored content ${what}: ${name}.`);
  return names.length > MAX_LISTED ? [...first, `${names.length - MAX_LISTED} more like it.`] : first;
}

function withDatabase<T>(path: string, work: (raw: Database.Database) => T): T {
  const raw = new Database(path);
  try {
    return work(raw);
  } finally {
    raw.close();
  }
}

/** A new file name is only durable once its folder is flushed. Windows does this itself and cannot open folders. */
function syncFolders(folder: string): void {
  if (process.platform === 'win32') return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) syncFolders(join(folder, entry.name));
  }
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
