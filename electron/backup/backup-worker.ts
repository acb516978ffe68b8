import type Database from 'better-sqlite3';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import {
  compareDatabase,
  copyDatabase,
  DATABASE,
  MAX_LISTED_PROBLEMS,
  withDatabase,
} from './database-copy.ts';
import { flushFileSync, flushFolderSync } from '../content/flushing.ts';
import { linkOrCopy, sizeOf } from './copy-file.ts';
import { requireRoom } from './disk-room.ts';
import { throwIfCancelled, type CancelFlag } from '../database/cancel-flag.ts';
import { lowerThreadPriority } from '../thread-priority.ts';
import type { BackupFindings, BackupMessage, BackupTask, BackupTaskResult } from './backup-task.ts';

/** Worker thread that creates a backup, restores it to a temporary folder and compares the result with the source. */
lowerThreadPriority();
parentPort?.once('message', handleTask);

function handleTask({ task, flag }: BackupMessage): void {
  let result: BackupTaskResult;
  try {
    result = { findings: task.kind === 'make' ? make(task, flag) : compare(task, flag) };
  } catch (error) {
    const { message, code = '' } = error as NodeJS.ErrnoException;
    result = { error: message, code };
  }
  parentPort?.postMessage(result);
}

function make(
  { database, blobs, trash, folder }: Extract<BackupTask, { kind: 'make' }>,
  flag: CancelFlag,
): BackupFindings {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const copy = join(folder, DATABASE);
  const restored = join(folder, 'restored');
  const { facts, findings } = copyDatabase(database, copy, restored, flag);
  const content = withDatabase(join(restored, DATABASE), (raw) =>
    linkContents(raw, [blobs, trash, blobs], folder, flag),
  );
  rmSync(restored, { recursive: true });
  flushFileSync(copy);
  flushFolders(folder);
  return { ...findings, ...content, facts, size: statSync(copy).size };
}

function compare(
  { folder, restored, facts }: Extract<BackupTask, { kind: 'compare' }>,
  flag: CancelFlag,
): BackupFindings {
  const copy = join(folder, DATABASE);
  requireRoom(dirname(restored), statSync(copy).size);
  const findings = compareDatabase(copy, restored, facts);
  const found =
    findings.database.length > 0
      ? { contents: 0, contentSize: 0, missing: 0, content: [] }
      : withDatabase(join(restored, DATABASE), (raw) =>
          checkContents(raw, join(folder, 'content', 'blobs'), flag),
        );
  rmSync(restored, { recursive: true, force: true });
  return { ...findings, ...found, facts, size: statSync(copy).size };
}

type ContentFindings = Pick<BackupFindings, 'contents' | 'contentSize' | 'missing' | 'content'>;

/** Links uploaded contents into the backup. Stored bytes never change, so a hard link is a copy. */
function linkContents(
  raw: Database.Database,
  folders: readonly string[],
  folder: string,
  flag: CancelFlag,
): ContentFindings {
  const to = join(folder, 'content', 'blobs');
  mkdirSync(to, { recursive: true, mode: 0o700 });
  const made = new Set<string>();
  return checkEachContent(raw, (name, short, size) => {
    throwIfCancelled(flag);
    const source = folders.map((from) => join(from, short, name)).find((path) => sizeOf(path) === size);
    if (source === undefined) return null;
    if (!made.has(short)) mkdirSync(join(to, short), { mode: 0o700 });
    made.add(short);
    const copied = join(to, short, name);
    linkOrCopy(source, copied);
    return copied;
  });
}

function checkContents(raw: Database.Database, blobs: string, flag: CancelFlag): ContentFindings {
  return checkEachContent(raw, (name, short) => {
    throwIfCancelled(flag);
    return join(blobs, short, name);
  });
}

/** Checks the contents that a database names. `pathOf` returns where one should be, or null if the host has lost it. */
function checkEachContent(
  raw: Database.Database,
  pathOf: (name: string, short: string, size: number) => string | null,
): ContentFindings {
  const named = raw.prepare('SELECT lower(hex(hash)), size FROM content GROUP BY hash').raw();
  let contents = 0;
  let contentSize = 0;
  let missing = 0;
  const problems = { missing: [] as string[], short: [] as string[] };
  for (const [name, size] of named.iterate() as Iterable<[string, number]>) {
    const path = pathOf(name, name.slice(0, 2), size);
    if (path === null) {
      missing++;
      continue;
    }
    contents++;
    contentSize += size;
    const found = sizeOf(path);
    if (found === undefined) problems.missing.push(name);
    else if (found !== size) problems.short.push(name);
  }
  return {
    contents,
    contentSize,
    missing,
    content: [
      ...describeProblems('is missing', problems.missing),
      ...describeProblems('has another size', problems.short),
    ],
  };
}

function describeProblems(what: string, names: readonly string[]): string[] {
  const first = names.slice(0, MAX_LISTED_PROBLEMS).map((name) => `Stored content ${what}: ${name}.`);
  return names.length > MAX_LISTED_PROBLEMS
    ? [...first, `${names.length - MAX_LISTED_PROBLEMS} more like it.`]
    : first;
}

/** Flushes the names in a folder and in all folders within. */
function flushFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) flushFolders(join(folder, entry.name));
  }
  flushFolderSync(folder);
}
