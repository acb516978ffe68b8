import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { AppError } from '../../../shared/errors';
import { IMPORT } from '../../../shared/limits';
import type { ContentKind } from '../../database/schema';
import { FOLDERS, listPath, SOURCE_FILE, type ExportSource } from '../account/export/layout';
import { exportSource } from './records';

/**
 * The zip of an account export. Nothing of it is trusted: names only select entries and never become paths, an entry
 * gives at most the bytes that the zip declares for it, and lists are read record by record.
 */
export class ExportArchive {
  readonly source: ExportSource;
  readonly #zip: ZipFile;
  readonly #lists: ReadonlyMap<string, Entry>;
  readonly #contents: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, source: ExportSource, { lists, contents }: Entries) {
    this.#zip = zip;
    this.source = source;
    this.#lists = lists;
    this.#contents = contents;
  }

  /** Opens an export. Throws `invalid_type` if a file is none, or is damaged. */
  static async open(path: string): Promise<ExportArchive> {
    const { openPromise } = await import('yauzl');
    const zip = await openPromise(path, { strictFileNames: true, autoClose: false }).catch(refuse);
    try {
      const entries = await readEntries(zip);
      const source = exportSource.safeParse(await readObject(zip, entries.lists.get(SOURCE_FILE)));
      if (!source.success) throw notAnExport(source.error);
      return new ExportArchive(zip, source.data, entries);
    } catch (error) {
      zip.close();
      return refuse(error);
    }
  }

  close(): void {
    this.#zip.close();
  }

  /** The uncompressed bytes of everything that an import reads. */
  get size(): number {
    const entries = [...this.#lists.values(), ...this.#contents.values()];
    return entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  }

  /** The bytes of a list or object. */
  sizeOf(name: string): number {
    return this.#lists.get(listPath(name))?.uncompressedSize ?? 0;
  }

  /** Reads an object, like the profile. Throws `invalid_type` if it is damaged; null if there is none. */
  object(name: string): Promise<unknown> {
    return readObject(this.#zip, this.#lists.get(listPath(name)));
  }

  /** Reads the records of a list, one after the other. Throws `invalid_type` if it is damaged. */
  async *records(name: string): AsyncGenerator {
    const entry = this.#lists.get(listPath(name));
    if (entry) yield* readRecords(await this.#zip.openReadStreamPromise(entry).catch(refuse));
  }

  /** The declared bytes of an item's content; undefined if the export lacks it. */
  contentSize(kind: ContentKind, id: number): number | undefined {
    return this.#contents.get(contentKey(kind, id))?.uncompressedSize;
  }

  /** Opens the content of an item. The stream fails unless it is intact. */
  async content(kind: ContentKind, id: number): Promise<Readable> {
    const entry = this.#contents.get(contentKey(kind, id));
    if (!entry) throw new AppError('not_found');
    const checked = new PassThrough();
    const source = await this.#zip.openReadStreamPromise(entry);
    pipeline(source, verified(entry), checked).catch((error: unknown) => checked.destroy(error as Error));
    return checked;
  }
}

interface Entries {
  lists: Map<string, Entry>;
  contents: Map<string, Entry>;
}

async function readEntries(zip: ZipFile): Promise<Entries> {
  if (zip.entryCount > IMPORT.entries) throw notAnExport();
  const entries: Entries = { lists: new Map(), contents: new Map() };
  for await (const entry of zip.eachEntry()) {
    const list = /^data\/[a-z-]{1,40}\.json$/.test(entry.fileName) ? entry.fileName : undefined;
    const content = contentKeyOf(entry.fileName);
    if (list === undefined && content === undefined) continue;
    if (entry.isEncrypted() || !entry.canDecodeFileData()) throw notAnExport();
    const [group, key] = list === undefined ? [entries.contents, content ?? ''] : [entries.lists, list];
    if (group.has(key)) throw notAnExport();
    group.set(key, entry);
  }
  return entries;
}

/** The key of `photos/12-name.jpg`; the name itself doesn't matter. */
function contentKeyOf(path: string): string | undefined {
  const [, folder, id] = /^([a-z]+)\/(\d{1,16})-[^/]*$/.exec(path) ?? [];
  const kind = (Object.keys(FOLDERS) as ContentKind[]).find((one) => FOLDERS[one] === folder);
  return kind && contentKey(kind, Number(id));
}

function contentKey(kind: ContentKind, id: number): string {
  return `${kind}/${id}`;
}

async function readObject(zip: ZipFile, entry: Entry | undefined): Promise<unknown> {
  if (!entry) return null;
  if (entry.uncompressedSize > IMPORT.record) throw notAnExport();
  try {
    const chunks: Buffer[] = [];
    const source = await zip.openReadStreamPromise(entry);
    for await (const chunk of source as AsyncIterable<Buffer>) chunks.push(chunk);
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch (error) {
    return refuse(error);
  }
}

/** An export has one record per line. */
async function* readRecords(source: Readable): AsyncGenerator {
  let line: Buffer[] = [];
  let length = 0;
  for await (const chunk of within(source)) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      yield* recordIn(Buffer.concat([...line, chunk.subarray(from, end)]));
      [line, length, from] = [[], 0, end + 1];
    }
    line.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > IMPORT.record) throw notAnExport();
  }
  yield* recordIn(Buffer.concat(line));
}

async function* within(source: Readable): AsyncGenerator<Buffer> {
  try {
    yield* source as AsyncIterable<Buffer>;
  } catch (error) {
    refuse(error);
  }
}

function* recordIn(line: Buffer): Generator {
  const text = line.toString().replace(/,$/, '');
  if (text === '' || text === '[' || text === ']' || text === '[]') return;
  try {
    yield JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    yield null;
  }
}

const NEWLINE = 0x0a;

/** Passes bytes on and fails at the end unless they have the checksum of the zip. */
function verified({ crc32: expected }: Entry) {
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let sum = 0;
    for await (const chunk of source) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
    if (sum !== expected) throw new Error('the checksum is wrong');
  };
}

function refuse(error: unknown): never {
  throw error instanceof AppError ? error : notAnExport(error);
}

function notAnExport(cause?: unknown): AppError {
  return new AppError('invalid_type', NOT_AN_EXPORT, { cause });
}

const NOT_AN_EXPORT =
  'This file isn’t a data export, is damaged, or was made by another version of Courtyard. Export your data again and choose the new file.';
