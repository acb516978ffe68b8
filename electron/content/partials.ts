import { createHash, type Hash } from 'node:crypto';
import { constants, existsSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { link, open, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError, invalid } from '../../shared/errors';
import { copyFile, hashFile, syncPath } from './disk-threads';
import { notePassed } from './passing';
import { storageFailure, writeAll, type ContentStore, type Received } from './store';

/** What a piece of bytes must hash to. */
export interface Checksum {
  algorithm: 'sha1' | 'sha256';
  digest: Buffer;
}

/** A piece of bytes to add. */
export interface Piece {
  bytes: Readable;
  /** Where it begins: how far the upload must have come. */
  offset: number;
  /** How long the upload may become. */
  most: number;
  checksum: Checksum | null;
}

/**
 * Bytes that come in pieces, each upload a file that grows: its size is how far the upload has come, whatever has
 * stopped meanwhile. A piece with a checksum counts only once all of it was right.
 */
export class Partials {
  readonly #store: ContentStore;
  readonly #growing = new Map<string, { bytes: Readable; done: Promise<unknown> }>();
  /** The hash of what has come, as long as this process has seen all of it. */
  readonly #hashes = new Map<string, { hash: Hash; size: number }>();
  #closed = false;

  constructor(store: ContentStore) {
    this.#store = store;
  }

  /** How far an upload has come. One whose bytes are coming in is ended: who asks has lost the connection. */
  async size(id: string): Promise<number> {
    // Another piece may begin as the first one has ended.
    while (this.#growing.has(id)) await this.#end(id);
    return this.#settledSize(id);
  }

  /**
   * Adds a piece and gives how far the upload has come then. Throws `conflict` where another piece is coming in or this
   * one does not begin where the upload ends, `validation_error` where the checksum is wrong, `too_large` past the end;
   * nothing of it is kept then. Where the bytes stop coming, or the disk is full, what has come is kept, unless there
   * is a checksum.
   */
  async append(id: string, piece: Piece): Promise<number> {
    if (this.#closed) throw new AppError('unavailable');
    if (this.#growing.has(id))
      throw new AppError(
        'conflict',
        'This upload is already receiving data. Wait, then ask for its offset and continue there.',
      );
    const size = this.#settledSize(id);
    if (piece.offset !== size)
      throw new AppError('conflict', `This upload is at offset ${size}. Continue from there.`);
    // One that breaks before its first byte is read is heard by the reading.
    piece.bytes.on('error', () => undefined);
    const done = this.#append(id, piece);
    this.#growing.set(id, { bytes: piece.bytes, done });
    try {
      return await done;
    } catch (error) {
      throw this.#closed ? new AppError('unavailable', undefined, { cause: error }) : storageFailure(error);
    } finally {
      this.#growing.delete(id);
    }
  }

  /** Gives a finished upload as received bytes, under a name of their own. The upload stays until it is removed. */
  async receive(id: string, length: number): Promise<Received> {
    const from = this.#pathOf(id);
    const path = this.#store.temporary();
    try {
      const size = this.#settledSize(id);
      if (size !== length) throw new Error('an upload is shorter or longer than it was');
      if (size === 0) await writeFile(from, '', { flag: 'a', mode: 0o600 });
      const known = this.#hashes.get(id);
      const hash = known?.size === size ? known.hash.copy().digest() : await hashFile(from);
      // Some file systems know no second name for the same bytes.
      await link(from, path).catch(() => copyFile(from, path));
      return { path, size, hash };
    } catch (error) {
      await rm(path, { force: true });
      throw storageFailure(error);
    }
  }

  /** Ends an upload and forgets its bytes. */
  async remove(id: string): Promise<void> {
    while (this.#growing.has(id)) await this.#end(id);
    this.#hashes.delete(id);
    await rm(this.#pathOf(id), { force: true });
    await rm(this.#markOf(id), { force: true });
  }

  /** The uploads of which there are bytes. */
  async list(): Promise<string[]> {
    const names = await readdir(dirname(this.#pathOf('any')));
    return [...new Set(names.map((name) => name.replace(MARK, '')))];
  }

  /** No bytes are taken any more; those that are coming in are let go, and what has come is kept. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#growing.keys()].map((id) => this.#end(id)));
  }

  async #end(id: string): Promise<void> {
    const growing = this.#growing.get(id);
    growing?.bytes.destroy();
    await growing?.done.catch(() => undefined);
  }

  async #append(id: string, { bytes, offset, most, checksum }: Piece): Promise<number> {
    const known = this.#hashes.get(id);
    const hash = offset === 0 ? createHash('sha256') : known?.size === offset ? known.hash.copy() : undefined;
    const check = checksum && createHash(checksum.algorithm);
    if (checksum) await writeFile(this.#markOf(id), String(offset), { mode: 0o600 });
    const file = await open(this.#pathOf(id), constants.O_RDWR | constants.O_CREAT, 0o600);
    let size = offset;
    let hashed = offset;
    try {
      // The connection outlives a refusal: its answer is still to be sent.
      for await (const chunk of bytes.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        if (size + chunk.length > most)
          throw new AppError('too_large', 'This is more data than the declared length of the upload.');
        const written = writeAll(file, chunk, size);
        hash?.update(chunk);
        check?.update(chunk);
        hashed += chunk.length;
        await written;
        size += chunk.length;
        notePassed(chunk.length);
      }
      if (check && !check.digest().equals(checksum.digest)) throw WRONG_CHECKSUM();
      await syncPath(this.#pathOf(id));
    } catch (error) {
      if (checksum || (error instanceof AppError && error.code === 'too_large')) size = offset;
      await file.truncate(size);
      throw error;
    } finally {
      await file.close();
      if (checksum) await rm(this.#markOf(id), { force: true });
      if (hash && hashed === size) this.#hashes.set(id, { hash, size });
      else if (size !== offset) this.#hashes.delete(id);
    }
    return size;
  }

  /** How far an upload has come to which nothing is being added. */
  #settledSize(id: string): number {
    try {
      const path = this.#pathOf(id);
      const mark = this.#markOf(id);
      if (existsSync(mark)) {
        // The process ended before it knew whether the piece was right.
        const size = Number(readFileSync(mark, 'utf8'));
        if (existsSync(path) && statSync(path).size > size) truncateSync(path, size);
        rmSync(mark);
      }
      return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    } catch (error) {
      throw storageFailure(error);
    }
  }

  #pathOf(id: string): string {
    return this.#store.place('uploads', id);
  }

  /** Beside an upload while a piece with a checksum comes in: how far it had come before. */
  #markOf(id: string): string {
    return `${this.#pathOf(id)}.unchecked`;
  }
}

const MARK = /\.unchecked$/;
const WRONG_CHECKSUM = () => invalid('Upload-Checksum', 'does not match the data');
