import { appendFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { flushFileSync, flushFolderSync, writeFlushedSync } from '../../content/flushing.ts';
import { compareDatabase, copyDatabase, DATABASE, withDatabase } from '../database-copy.ts';
import { DESCRIPTION_FILE, type BackupDescription } from '../description.ts';
import type { TableDigests } from '../table-digests.ts';
import { ContentObjects } from './content-objects.ts';
import { FolderError, inFolder, onHost } from './folder-error.ts';
import type { BackUpTask, FolderProgress } from './folder-task.ts';
import {
  BACKUPS,
  CONTENT_LIST,
  FACTS,
  makeFolder,
  namesIn,
  PARTIAL,
  repositoryPath,
  sizeAt,
} from './layout.ts';
import { eachContent, findContentSize } from './queries.ts';
import {
  deletePartials,
  listRepository,
  prune,
  RepositoryLock,
  requireHeader,
  type RepositoryBackup,
} from './repository.ts';
import { readStoredFile, storeFile, type FileDigest } from './stored-files.ts';

/**
 * Makes a backup in a folder: copies the database, stores the contents that are not there yet, reads both back,
 * restores the database to a scratch folder and compares it. Only then is the backup listed and are old ones deleted.
 * Returns all backups, newest first. Throws FolderError; earlier backups are whole at every moment.
 */
export function makeBackup(
  given: BackUpTask,
  report: (progress: FolderProgress) => void,
): RepositoryBackup[] {
  const { access, scratch } = given;
  const repository = repositoryPath(access.folder, access.community, access.key !== null);
  const progress = new Progress(report);
  const lock = inFolder(() => {
    requireHeader(repository, access.id);
    return new RepositoryLock(repository, given.host);
  });
  const task = { ...given, name: inFolder(() => unusedName(repository, given.name)) };
  const partial = join(repository, `${PARTIAL}${task.name}`);
  progress.onBlock = () => lock.refresh();
  try {
    inFolder(() => deletePartials(repository));
    progress.enter('host');
    const copied = onHost(() => copyToScratch(task));
    progress.enter('folder');
    const key = access.key === null ? null : Buffer.from(access.key, 'hex');
    const objects = new ContentObjects(repository, key, (bytes) => progress.add(bytes));
    const description = storeAndVerify(task, { ...copied, partial, key, objects, progress });
    return inFolder(() => {
      writeFlushedSync(join(partial, DESCRIPTION_FILE), JSON.stringify(description, null, 1), 'wx');
      flushFolderSync(partial);
      makeFolder(join(repository, BACKUPS));
      renameSync(partial, join(repository, BACKUPS, task.name));
      flushFolderSync(join(repository, BACKUPS));
      flushFolderSync(repository);
      prune(repository, objects);
      return listRepository(repository);
    });
  } catch (error) {
    // A full disk needs the room. If it can't be deleted, the next backup does.
    ignoringErrors(() => rmSync(partial, { recursive: true, force: true }));
    throw error;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    // If it can't be released, it expires.
    ignoringErrors(() => lock.release());
  }
}

/** Two hosts may back up in the same second. */
function unusedName(repository: string, name: string): string {
  const taken = new Set(namesIn(join(repository, BACKUPS)));
  let number = 1;
  while (taken.has(number === 1 ? name : `${name}-${number}`)) number++;
  return number === 1 ? name : `${name}-${number}`;
}

interface CopiedDatabase {
  /** Path of the copy. */
  copy: string;
  facts: TableDigests;
}

/** Copies the database to the host's own disk: in an encrypted backup nothing else may be written unencrypted. */
function copyToScratch({ database, scratch }: BackUpTask): CopiedDatabase {
  mkdirSync(scratch, { recursive: true, mode: 0o700 });
  const copy = join(scratch, DATABASE);
  const { facts, findings } = copyDatabase(database, copy, join(scratch, 'compared'));
  rmSync(join(scratch, 'compared'), { recursive: true });
  const [problem] = findings.database;
  if (problem !== undefined) throw new FolderError('host_damaged', problem);
  return { copy, facts };
}

interface Storing extends CopiedDatabase {
  partial: string;
  key: Buffer | null;
  objects: ContentObjects;
  progress: Progress;
}

function storeAndVerify(task: BackUpTask, storing: Storing): BackupDescription {
  const { copy, facts, partial, key, objects, progress } = storing;
  const form = (name: string) => ({ key, name: `${task.name} ${name}`, onBlock: () => progress.add(0) });
  inFolder(() => makeFolder(partial));
  const contents = storeContents(task, storing);
  const stored = inFolder(() => {
    objects.flush();
    if (key) {
      writeFileSync(join(task.scratch, FACTS), JSON.stringify(facts), { mode: 0o600 });
      storeFile(join(task.scratch, FACTS), join(partial, FACTS), form(FACTS));
    }
    return storeFile(copy, join(partial, DATABASE), form(DATABASE));
  });
  const check = verifyDatabase(task, storing, stored, form(DATABASE));
  return {
    made: task.made,
    compared: Math.max(task.made, Math.floor(Date.now() / 1000)),
    check,
    size: stored.size,
    contents: contents.stored,
    contentSize: contents.bytes,
    problems: [],
    missing: contents.missing,
    facts: key ? {} : facts,
  };
}

/** Reads the stored database back, restores it and compares it: with the copy byte by byte, and with the source. */
function verifyDatabase(
  { scratch }: BackUpTask,
  { copy, facts, partial, progress }: Storing,
  stored: FileDigest,
  form: Parameters<typeof readStoredFile>[2],
): string {
  onHost(() => rmSync(copy));
  const restored = join(scratch, 'restored.db');
  const read = inFolder(() => readStoredFile(join(partial, DATABASE), restored, form));
  progress.enter('host');
  const { check, database } = onHost(() => compareDatabase(restored, join(scratch, 'restored'), facts));
  progress.enter('folder');
  if (read.sha256 !== stored.sha256 || database.length > 0)
    throw new FolderError('damaged', database[0] ?? 'The database was not stored as it was written.');
  return check;
}

/** Stores each content that isn't there yet, reads some of the others, and lists the names of all. */
function storeContents(task: BackUpTask, { copy, partial, objects, progress }: Storing) {
  const list = join(partial, CONTENT_LIST);
  inFolder(() => writeFlushedSync(list, '', 'wx'));
  return withDatabase(copy, (raw) => {
    progress.total = findContentSize(raw);
    const found = { stored: 0, bytes: 0, missing: 0 };
    let lines: string[] = [];
    const flush = () => {
      inFolder(() => appendFileSync(list, lines.join('')));
      lines = [];
    };
    for (const [hash, size] of eachContent(raw)) {
      if (storeContent(task, objects, hash, size)) {
        lines.push(`${objects.nameOf(hash)}\n`);
        found.stored++;
        found.bytes += size;
      } else {
        found.missing++;
      }
      progress.pass(size);
      if (lines.length >= LINES_AT_ONCE) flush();
    }
    flush();
    inFolder(() => flushFileSync(list));
    return found;
  });
}

/** Whether the content is in the repository now. False only if the host itself doesn't have it any more. */
function storeContent(task: BackUpTask, objects: ContentObjects, hash: string, size: number): boolean {
  const isThere = inFolder(() => objects.has(hash, size));
  if (isThere && (!isReread(hash, task.made) || inFolder(() => objects.isIntact(hash)))) return true;
  const source = [task.blobs, task.trash, task.blobs]
    .map((from) => join(from, hash.slice(0, 2), hash))
    .find((path) => existsSync(path));
  return source !== undefined && sizeAt(source) === size && inFolder(() => objects.put(source, hash));
}

/** Which contents a backup reads again: each of them once in `REREAD_DAYS` daily backups. */
function isReread(hash: string, made: number): boolean {
  return Number.parseInt(hash.slice(-6), 16) % REREAD_DAYS === Math.floor(made / 86_400) % REREAD_DAYS;
}

/** Disks lose bytes silently: every four weeks all of them are read and, if necessary, stored again. */
const REREAD_DAYS = 28;
const LINES_AT_ONCE = 1000;

function ignoringErrors(work: () => void): void {
  try {
    work();
  } catch {
    return;
  }
}

/** Counts bytes of content and reports them, a few times a second. */
class Progress {
  total = 0;
  onBlock: () => void = () => undefined;
  readonly #report: (progress: FolderProgress) => void;
  #place: FolderProgress['place'] = 'folder';
  #done = 0;
  #within = 0;
  #reportedAt = 0;

  constructor(report: (progress: FolderProgress) => void) {
    this.#report = report;
  }

  /** Work goes on at another disk. */
  enter(place: FolderProgress['place']): void {
    this.#place = place;
    this.#send();
  }

  /** Bytes of the content at hand were written or read. */
  add(bytes: number): void {
    this.#within += bytes;
    this.#sendSometimes();
  }

  /** A content is done. */
  pass(size: number): void {
    this.#done += size;
    this.#within = 0;
    this.#sendSometimes();
  }

  #sendSometimes(): void {
    if (Date.now() - this.#reportedAt < REPORT_MS) return;
    this.onBlock();
    this.#send();
  }

  #send(): void {
    this.#reportedAt = Date.now();
    // Each content is written once and read once.
    const done = Math.min(this.total, this.#done + Math.floor(this.#within / 2));
    this.#report({ place: this.#place, done, total: this.total });
  }
}

const REPORT_MS = 250;
