import { appendFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { flushFileSync, flushFolderSync, writeFlushedSync } from '../../content/flushing.ts';
import { compareDatabase, copyDatabase, DATABASE, withDatabase } from '../database-copy.ts';
import { DESCRIPTION_FILE, type BackupDescription } from '../description.ts';
import type { TableDigests } from '../table-digests.ts';
import { ContentObjects } from './content-objects.ts';
import { FolderError, withFolderErrors, withHostErrors } from './folder-error.ts';
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
import { unixNow } from '../../unix-time.ts';

/**
 * Makes a backup in a folder: copies the database, stores the contents that are not there yet, reads both back,
 * restores the database to a scratch folder and compares it. Only then is the backup listed and are old ones deleted.
 * Returns all backups, newest first. Throws FolderError; earlier backups stay complete at all times.
 */
export function makeBackup(
  given: BackUpTask,
  report: (progress: FolderProgress) => void,
): RepositoryBackup[] {
  const { access, scratch } = given;
  const repository = repositoryPath(access.folder, access.community, access.key !== null);
  const progress = new Progress(report);
  const lock = withFolderErrors(() => {
    requireHeader(repository, access.id);
    return new RepositoryLock(repository, given.host);
  });
  const task = { ...given, name: withFolderErrors(() => findUnusedName(repository, given.name)) };
  const partial = join(repository, `${PARTIAL}${task.name}`);
  progress.onBlock = () => lock.refresh();
  try {
    withFolderErrors(() => deletePartials(repository));
    progress.setPlace('host');
    const copied = withHostErrors(() => copyToScratch(task));
    progress.setPlace('folder');
    const key = access.key === null ? null : Buffer.from(access.key, 'hex');
    const objects = new ContentObjects(repository, key, (bytes) => progress.add(bytes));
    const description = storeAndVerify(task, { ...copied, partial, key, objects, progress });
    return withFolderErrors(() => {
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
    // Frees a full disk. If this fails, the next backup deletes it.
    ignoreErrors(() => rmSync(partial, { recursive: true, force: true }));
    throw error;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    // If it can't be released, it expires.
    ignoreErrors(() => lock.release());
  }
}

/** Appends a number to the name if another host made a backup in the same second. */
function findUnusedName(repository: string, name: string): string {
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

/** Copies the database to the host's own disk: for an encrypted backup, it may not be unencrypted anywhere else. */
function copyToScratch({ database, scratch }: BackUpTask): CopiedDatabase {
  mkdirSync(scratch, { recursive: true, mode: 0o700 });
  const copy = join(scratch, DATABASE);
  const { facts, findings } = copyDatabase(database, copy, join(scratch, 'compared'));
  rmSync(join(scratch, 'compared'), { recursive: true });
  const [problem] = findings.database;
  if (problem !== undefined) throw new FolderError('host_damaged', problem);
  return { copy, facts };
}

interface StoreContext extends CopiedDatabase {
  partial: string;
  key: Buffer | null;
  objects: ContentObjects;
  progress: Progress;
}

function storeAndVerify(task: BackUpTask, context: StoreContext): BackupDescription {
  const { copy, facts, partial, key, objects, progress } = context;
  const formFor = (name: string) => ({ key, name: `${task.name} ${name}`, onBlock: () => progress.add(0) });
  withFolderErrors(() => makeFolder(partial));
  const contents = storeContents(task, context);
  const stored = withFolderErrors(() => {
    objects.flush();
    if (key) {
      writeFileSync(join(task.scratch, FACTS), JSON.stringify(facts), { mode: 0o600 });
      storeFile(join(task.scratch, FACTS), join(partial, FACTS), formFor(FACTS));
    }
    return storeFile(copy, join(partial, DATABASE), formFor(DATABASE));
  });
  const check = verifyDatabase(task, context, stored, formFor(DATABASE));
  return {
    made: task.made,
    compared: Math.max(task.made, unixNow()),
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
  { copy, facts, partial, progress }: StoreContext,
  stored: FileDigest,
  form: Parameters<typeof readStoredFile>[2],
): string {
  withHostErrors(() => rmSync(copy));
  const restored = join(scratch, 'restored.db');
  const read = withFolderErrors(() => readStoredFile(join(partial, DATABASE), restored, form));
  progress.setPlace('host');
  const { check, database } = withHostErrors(() =>
    compareDatabase(restored, join(scratch, 'restored'), facts),
  );
  progress.setPlace('folder');
  if (read.sha256 !== stored.sha256 || database.length > 0)
    throw new FolderError('damaged', database[0] ?? 'The database was not stored as it was written.');
  return check;
}

/** Stores new contents, rereads some of the others, and lists the names of all in a file. */
function storeContents(task: BackUpTask, { copy, partial, objects, progress }: StoreContext) {
  const list = join(partial, CONTENT_LIST);
  withFolderErrors(() => writeFlushedSync(list, '', 'wx'));
  return withDatabase(copy, (raw) => {
    progress.total = findContentSize(raw);
    const found = { stored: 0, bytes: 0, missing: 0 };
    let lines: string[] = [];
    const flush = () => {
      withFolderErrors(() => appendFileSync(list, lines.join('')));
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
      progress.finishContent(size);
      if (lines.length >= LINE_BATCH_SIZE) flush();
    }
    flush();
    withFolderErrors(() => flushFileSync(list));
    return found;
  });
}

/** Stores a content unless the repository has it. Returns false if the host itself doesn't have it any more. */
function storeContent(task: BackUpTask, objects: ContentObjects, hash: string, size: number): boolean {
  const isStored = withFolderErrors(() => objects.has(hash, size));
  if (isStored && (!isDueForRereading(hash, task.made) || withFolderErrors(() => objects.isIntact(hash))))
    return true;
  const source = [task.blobs, task.trash, task.blobs]
    .map((from) => join(from, hash.slice(0, 2), hash))
    .find((path) => existsSync(path));
  return source !== undefined && sizeAt(source) === size && withFolderErrors(() => objects.put(source, hash));
}

/** Returns whether a backup rereads a content: each is read once in `REREAD_DAYS` daily backups. */
function isDueForRereading(hash: string, made: number): boolean {
  return Number.parseInt(hash.slice(-6), 16) % REREAD_DAYS === Math.floor(made / 86_400) % REREAD_DAYS;
}

/** Disks lose bytes silently: every four weeks all of them are read and, if necessary, stored again. */
const REREAD_DAYS = 28;
const LINE_BATCH_SIZE = 1000;

function ignoreErrors(work: () => void): void {
  try {
    work();
  } catch {
    return;
  }
}

/** Counts bytes of contents and reports the progress a few times a second. */
class Progress {
  total = 0;
  onBlock: () => void = () => undefined;
  readonly #report: (progress: FolderProgress) => void;
  #place: FolderProgress['place'] = 'folder';
  #done = 0;
  #contentBytes = 0;
  #reportedAt = 0;

  constructor(report: (progress: FolderProgress) => void) {
    this.#report = report;
  }

  /** Sets the disk on which the work continues. */
  setPlace(place: FolderProgress['place']): void {
    this.#place = place;
    this.#send();
  }

  /** Counts written or read bytes of the current content. */
  add(bytes: number): void {
    this.#contentBytes += bytes;
    this.#sendThrottled();
  }

  /** Counts a finished content. */
  finishContent(size: number): void {
    this.#done += size;
    this.#contentBytes = 0;
    this.#sendThrottled();
  }

  #sendThrottled(): void {
    if (Date.now() - this.#reportedAt < REPORT_INTERVAL_MS) return;
    this.onBlock();
    this.#send();
  }

  #send(): void {
    this.#reportedAt = Date.now();
    // Each content is written once and read once.
    const done = Math.min(this.total, this.#done + Math.floor(this.#contentBytes / 2));
    this.#report({ place: this.#place, done, total: this.total });
  }
}

const REPORT_INTERVAL_MS = 250;
