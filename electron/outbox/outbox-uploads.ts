import type { Database } from 'better-sqlite3';
import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import type { UploadSpec } from '../../shared/contract/endpoint';
import { AppError, invalid } from '../../shared/errors';
import { LIFETIMES, OUTBOX, STORAGE } from '../../shared/limits';
import { hashFile, flushPath } from '../content/disk-threads';
import { PartialUploads, type UploadChunk } from '../content/partial-uploads';
import { pictureDecoder, type PictureDecoder } from '../content/pictures/picture-decoder';
import { PictureService, type CleanPicture } from '../content/pictures/pictures';
import { ContentStore, type ReceivedFile } from '../content/store';
import { REFUSALS } from './refusals';
import { uploadQueries, type WaitingUploadRow } from './upload-queries';
import { unixNow } from '../unix-time';

/** What is known of a picture that waits: how it will look once its host has stored it. */
export type PictureFacts = Pick<CleanPicture, 'type' | 'width' | 'height' | 'preview'>;

/** What a page says of a file before it sends its bytes. */
export interface NewOutboxUpload {
  kind: UploadSpec['kind'];
  name: string;
  length: number;
  metadata: string;
  /** Its ID at the host, if it was created there. */
  hostId?: string;
}

export interface OutboxUploadsOptions {
  /** Runs a transaction; the change is on the disk afterwards. */
  write: (work: () => void) => void;
  /** Called when more bytes of an upload were sent. */
  onProgress: () => void;
  /** Decodes pictures; by default the one of this process. */
  pictureDecoder?: PictureDecoder | undefined;
}

/**
 * The bytes of uploads that wait for their host, in files that only their owner may read, each with a row in the
 * outbox. From the moment a command uses them they stay until the host has stored them or the person discards the
 * command.
 */
export class OutboxUploads {
  readonly #options: OutboxUploadsOptions;
  readonly #folder: string;
  readonly #queries: ReturnType<typeof uploadQueries>;
  readonly #store: ContentStore;
  readonly #partials: PartialUploads;
  readonly #pictures: PictureService;
  /** The same object each time, by which handlers remember what they read in a file. */
  readonly #received = new Map<string, ReceivedFile>();
  /** Uploads whose bytes were compared with their hash since the program started. */
  readonly #intact = new Set<string>();
  readonly #sentBytes = new Map<string, number>();
  readonly #reading = new Map<string, Readable>();
  #announcedAt = 0;

  /** `folder` is '' for an outbox in memory. */
  constructor(raw: Database, folder: string, options: OutboxUploadsOptions) {
    this.#options = options;
    this.#folder = folder;
    this.#queries = uploadQueries(raw);
    this.#store = new ContentStore(folder, unixNow);
    this.#partials = new PartialUploads(this.#store);
    this.#pictures = new PictureService(this.#store, options.pictureDecoder ?? pictureDecoder);
  }

  find(id: string): WaitingUploadRow | undefined {
    return this.#queries.find(id);
  }

  /** The upload that a command uses. */
  findByKey(key: string): WaitingUploadRow | undefined {
    return this.#queries.findByKey(key);
  }

  /** The first upload that a pending command waits for. */
  findUnsent(): WaitingUploadRow | undefined {
    return this.#queries.findUnsent();
  }

  /** How many bytes of an upload the host has. */
  sentBytes({ id, length, sent }: WaitingUploadRow): number {
    return sent ? length : (this.#sentBytes.get(id) ?? 0);
  }

  /** Creates an upload. Throws `too_large` beyond the limit of its kind, `upload_error` if the disk has no room. */
  async create({ kind, name, length, metadata, hostId }: NewOutboxUpload): Promise<WaitingUploadRow> {
    const row: WaitingUploadRow = {
      ...{ id: hostId ?? randomBytes(16).toString('base64url'), key: null, kind, name, length, metadata },
      ...{ hash: null, picture: null, host_id: hostId ?? null, sent: 0, made_at: unixNow() },
    };
    // The bytes of one that was created at the host go there directly.
    if (hostId === undefined) await this.#requireRoom(row);
    this.#options.write(() => this.#queries.insert(row));
    return row;
  }

  /** Whether the disk has more free space than uploads must leave. */
  async hasRoom(): Promise<boolean> {
    return this.#folder === '' || (await this.#store.freeSpace()) >= OUTBOX.freeDisk;
  }

  /** How many bytes of an upload are on this computer. */
  size(id: string): Promise<number> {
    return this.#partials.size(id);
  }

  /** Appends bytes; throws like `PartialUploads.append`, and `upload_error` if this computer's disk has no room. */
  async append(row: WaitingUploadRow, chunk: Omit<UploadChunk, 'maxSize'>): Promise<number> {
    if (chunk.offset === 0) await this.#requireRoom(row);
    return this.#partials.append(row.id, { ...chunk, maxSize: row.length });
  }

  /**
   * Completes an upload whose bytes are all here: afterwards they are on the disk, and known by their hash. Returns
   * false if some are missing. Throws `invalid_type` or `too_large` for a picture that no host accepts.
   */
  async finish(id: string, person: number): Promise<boolean> {
    const row = this.#queries.find(id);
    if (!row || (await this.#partials.size(id)) !== row.length) return false;
    if (row.hash) return true;
    const { path, size, hash } = await this.#partials.receive(id, row.length);
    await this.#store.discard({ path, size, hash });
    const facts = row.kind === 'photo' ? await this.#examine(person, { ...row, hash }) : null;
    await flushPath(dirname(this.#pathOf(id)));
    this.#options.write(() => this.#queries.setWhole(id, hash, facts && JSON.stringify(facts)));
    this.#intact.add(id);
    return true;
  }

  /** The bytes of a complete upload; undefined if there is none with this ID. */
  received(id: string): ReceivedFile | undefined {
    const row = this.#queries.find(id);
    if (!row?.hash) return undefined;
    const known = this.#received.get(id);
    if (known) return known;
    const received = { path: this.#pathOf(id), size: row.length, hash: row.hash };
    this.#received.set(id, received);
    return received;
  }

  /** What was found out about a picture. */
  pictureOf(id: string): PictureFacts | undefined {
    const text = this.#queries.find(id)?.picture ?? null;
    return text === null ? undefined : (JSON.parse(text) as PictureFacts);
  }

  /** Whether the bytes are those that the person chose. */
  async isIntact(row: WaitingUploadRow): Promise<boolean> {
    if (statSync(this.#pathOf(row.id), { throwIfNoEntry: false })?.size !== row.length) return false;
    if (this.#intact.has(row.id)) return true;
    const isSame = row.hash !== null && row.hash.equals(await hashFile(this.#pathOf(row.id)));
    if (isSame) this.#intact.add(row.id);
    return isSame;
  }

  /** Reads bytes to send them. Ends early if the upload is removed. */
  read(id: string, start: number, length: number): Readable {
    const stream = createReadStream(this.#pathOf(id), { start, end: start + length - 1 });
    this.#reading.set(id, stream);
    stream.once('close', () => this.#reading.get(id) === stream && this.#reading.delete(id));
    return stream;
  }

  /** Records under which ID the host has an upload; null if it no longer does. */
  setHost(id: string, hostId: string | null): void {
    this.#sentBytes.delete(id);
    this.#options.write(() => this.#queries.setHost(id, hostId));
  }

  /** Records that the host has some of the bytes. */
  recordProgress(id: string, bytes: number): void {
    this.#sentBytes.set(id, bytes);
    const now = Date.now();
    if (now - this.#announcedAt < ANNOUNCE_MS) return;
    this.#announcedAt = now;
    this.#options.onProgress();
  }

  /** Records that the host has all bytes. */
  markSent(id: string): void {
    this.#options.write(() => this.#queries.markSent(id));
  }

  /** Inside a transaction: reserves an upload for a command. Throws `validation_error` if it is incomplete or taken. */
  claim(id: string, key: string, part: string): void {
    const row = this.#queries.find(id);
    if (!row?.hash || (row.key !== null && row.key !== key))
      throw invalid(part, 'must be one of your uploads');
    this.#queries.setKey(id, key);
  }

  /** Inside a transaction: deletes the row of the upload that a command uses. Returns its ID, for `removeBytes`. */
  release(key: string): string | undefined {
    const row = this.#queries.findByKey(key);
    if (row) this.#queries.delete(row.id);
    return row?.id;
  }

  /** Deletes an upload that no command uses. */
  async remove(id: string): Promise<void> {
    if (this.#queries.find(id)?.key !== null) return;
    this.#options.write(() => this.#queries.delete(id));
    await this.removeBytes(id);
  }

  /** Deletes the bytes of an upload without a row; what fails is deleted at the next start. */
  async removeBytes(id: string): Promise<void> {
    for (const known of [this.#received, this.#intact, this.#sentBytes]) known.delete(id);
    this.#reading.get(id)?.destroy();
    await this.#partials.remove(id).catch(() => undefined);
  }

  /** Deletes what no command uses: rows after a day, and files without a row. */
  async sweep(): Promise<void> {
    const unused = this.#queries.listUnused(unixNow() - LIFETIMES.upload);
    if (unused.length > 0)
      this.#options.write(() => {
        for (const { id } of unused) this.#queries.delete(id);
      });
    if (!existsSync(this.#folder)) return;
    // The row is made before the first byte.
    for (const id of await this.#partials.list()) if (!this.#queries.find(id)) await this.removeBytes(id);
  }

  /** Ends what is being written; what arrived stays. */
  async close(): Promise<void> {
    this.#pictures.close();
    for (const stream of this.#reading.values()) stream.destroy();
    await this.#partials.close();
    await this.#store.close();
  }

  async #requireRoom({ kind, length }: WaitingUploadRow): Promise<void> {
    // An export is imported at once, by the host.
    if (kind === 'archive') throw new AppError('unavailable');
    const limit = STORAGE[`${kind}Limit`];
    if (length > limit)
      throw new AppError('too_large', `This file is too large. The limit is ${limit} bytes.`);
    if ((await this.#store.freeSpace()) - length < OUTBOX.freeDisk)
      throw new AppError('upload_error', REFUSALS.noRoom, { fields: { disk: 'is full' } });
  }

  async #examine(
    person: number,
    { id, length: size, hash }: WaitingUploadRow & { hash: Buffer },
  ): Promise<PictureFacts> {
    const { bytes, type, width, height, preview } = await this.#pictures.clean(person, {
      path: this.#pathOf(id),
      size,
      hash,
    });
    await this.#store.discard(bytes);
    return { type, width, height, preview };
  }

  #pathOf(id: string): string {
    return this.#store.pathInside('uploads', id);
  }
}

/** Milliseconds between announcements of progress. */
const ANNOUNCE_MS = 250;
