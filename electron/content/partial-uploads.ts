import { createHash } from 'node:crypto';
import { constants, existsSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { link, open, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError, invalid } from '../../shared/errors';
import { copyFile, dropHash, hashAhead, flushPath, finishHash } from './disk-threads';
import { toStorageError, writeAll, type ContentStore, type ReceivedFile } from './store';

/** The expected checksum of a chunk. */
export interface Checksum {
  algorithm: 'sha1' | 'sha256';
  digest: Buffer;
}

/** A chunk of bytes to append to an upload. */
export interface UploadChunk {
  bytes: Readable;
  /** Offset of the chunk; must equal the current size of the upload. */
  offset: number;
  /** Maximum total size of the upload. */
  maxSize: number;
  checksum: Checksum | null;
}

/**
 * Resumable uploads, each a growing file: its size is the progress, even after a crash. A chunk with a checksum
 * counts only when all of it has arrived and matches.
 */
export class PartialUploads {
  readonly #store: ContentStore;
  readonly #appending = new Map<string, { bytes: Readable; done: Promise<unknown> }>();
  #closed = false;

  constructor(store: ContentStore) {
    this.#store = store;
  }

  /**
   * Returns the current size of an upload. Interrupts a chunk in progress: the client asks because it lost the
   * connection.
   */
  async size(id: string): Promise<number> {
    // Another chunk may start right after the interrupted one.
    while (this.#appending.has(id)) await this.#interrupt(id);
    return this.#storedSize(id);
  }

  /**
   * Appends a chunk and returns the new size. Throws `conflict` if another chunk is in progress or the offset is wrong,
   * `validation_error` if the checksum doesn't match, and `too_large` beyond the maximum size; nothing of the chunk is
   * stored then. If the connection ends or the disk is full, the bytes received so far are stored, unless there is a
   * checksum.
   */
  async append(id: string, chunk: UploadChunk): Promise<number> {
    if (this.#closed) throw new AppError('unavailable');
    if (this.#appending.has(id))
      throw new AppError(
        'conflict',
        'This upload is already receiving data. Wait, then ask for its offset and continue there.',
      );
    const size = this.#storedSize(id);
    if (chunk.offset !== size)
      throw new AppError('conflict', `This upload is at offset ${size}. Continue from there.`);
    // An error before the first byte is read is reported by the read.
    chunk.bytes.on('error', () => undefined);
    const done = this.#append(id, chunk);
    this.#appending.set(id, { bytes: chunk.bytes, done });
    try {
      return await done;
    } catch (error) {
      throw this.#closed ? new AppError('unavailable', undefined, { cause: error }) : toStorageError(error);
    } finally {
      this.#appending.delete(id);
    }
  }

  /** Returns a finished upload as a received file with its own path. The upload remains until it is removed. */
  async receive(id: string, length: number): Promise<ReceivedFile> {
    const from = this.#pathOf(id);
    const path = this.#store.temporaryPath();
    try {
      const size = this.#storedSize(id);
      if (size !== length) throw new Error('the size of a finished upload has changed');
      if (size === 0) await writeFile(from, '', { flag: 'a', mode: 0o600 });
      const hash = await finishHash(from, size);
      // Some file systems have no hard links.
      await link(from, path).catch(() => copyFile(from, path));
      return { path, size, hash };
    } catch (error) {
      await rm(path, { force: true });
      throw toStorageError(error);
    }
  }

  /** Cancels an upload and deletes its bytes. */
  async remove(id: string): Promise<void> {
    while (this.#appending.has(id)) await this.#interrupt(id);
    dropHash(this.#pathOf(id));
    await rm(this.#pathOf(id), { force: true });
    await rm(this.#markerOf(id), { force: true });
  }

  /** Returns the IDs of all uploads that have bytes. */
  async list(): Promise<string[]> {
    const names = await readdir(dirname(this.#pathOf('any')));
    return [...new Set(names.map((name) => name.replace(MARKER_SUFFIX, '')))];
  }

  /** Rejects new chunks and interrupts those in progress; the bytes received so far are stored. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#appending.keys()].map((id) => this.#interrupt(id)));
  }

  async #interrupt(id: string): Promise<void> {
    const appending = this.#appending.get(id);
    appending?.bytes.destroy();
    await appending?.done.catch(() => undefined);
  }

  async #append(id: string, { bytes, offset, maxSize, checksum }: UploadChunk): Promise<number> {
    const path = this.#pathOf(id);
    const hasher = checksum && createHash(checksum.algorithm);
    if (checksum) await writeFile(this.#markerOf(id), String(offset), { mode: 0o600 });
    const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    let size = offset;
    try {
      // Keeps the connection open after a rejected chunk, because the response is still to be sent.
      for await (const chunk of bytes.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        if (size + chunk.length > maxSize)
          throw new AppError(
            'too_large',
            'The data is longer than the declared length of the upload. Create a new upload.',
          );
        const written = writeAll(file, chunk, size);
        hasher?.update(chunk);
        await written;
        size += chunk.length;
        if (!checksum) hashAhead(path, size);
      }
      if (hasher && !hasher.digest().equals(checksum.digest)) throw wrongChecksum();
      hashAhead(path, size);
      await flushPath(path);
    } catch (error) {
      if (checksum || (error instanceof AppError && error.code === 'too_large')) size = offset;
      // The hash so far may include the bytes that are dropped now.
      dropHash(path);
      await file.truncate(size);
      throw error;
    } finally {
      await file.close();
      if (checksum) await rm(this.#markerOf(id), { force: true });
    }
    return size;
  }

  /** Size of an upload that no chunk is being appended to. */
  #storedSize(id: string): number {
    try {
      const path = this.#pathOf(id);
      const marker = this.#markerOf(id);
      if (existsSync(marker)) {
        // The process ended before the chunk's checksum was verified.
        const size = Number(readFileSync(marker, 'utf8'));
        if (existsSync(path) && statSync(path).size > size) truncateSync(path, size);
        rmSync(marker);
      }
      return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    } catch (error) {
      throw toStorageError(error);
    }
  }

  #pathOf(id: string): string {
    return this.#store.pathInside('uploads', id);
  }

  /** Marker file with the previous size, present while a chunk with a checksum is in progress. */
  #markerOf(id: string): string {
    return `${this.#pathOf(id)}.unchecked`;
  }
}

const MARKER_SUFFIX = /\.unchecked$/;
const wrongChecksum = () => invalid('Upload-Checksum', 'does not match the data; send this chunk again');
