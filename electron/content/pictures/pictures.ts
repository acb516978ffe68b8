import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { AppError } from '../../../shared/errors';
import { mediaTypeOf } from '../media/media-type';
import type { PictureDecoder } from './picture-decoder';
import { PICTURE_FORMATS } from './picture-formats';
import type { CleanedPicture, PictureTask } from './picture-task';
import type { BoundedFolder } from '../bounded-folder';
import { resizedNameOf, type PictureSize } from './picture-sizes';
import type { ContentStore, ReceivedFile } from '../store';

/** A picture ready to be stored: upright and without the camera's metadata. */
export interface CleanPicture extends Omit<CleanedPicture, 'size' | 'hash'> {
  bytes: ReceivedFile;
}

/** Cleans uploaded pictures of a community and creates thumbnails of stored ones. */
export class PictureService {
  readonly #store: ContentStore;
  readonly #decoder: PictureDecoder;
  readonly #cache: BoundedFolder | null;
  readonly #closing = new AbortController();
  readonly #resizing = new Map<string, Promise<unknown>>();

  /** `cache` bounds the thumbnails, which are kept as long as their pictures without one. */
  constructor(store: ContentStore, decoder: PictureDecoder, cache: BoundedFolder | null = null) {
    this.#store = store;
    this.#cache = cache;
    this.#decoder = decoder;
  }

  /**
   * Cleans a received picture so that it can be stored. Throws `invalid_type` if it is no picture, and `too_large` if
   * it has too many pixels or takes too long. `keepsBare` keeps the bytes of one that has nothing to remove, which
   * encoding again would only make worse.
   */
  async clean(person: number, received: ReceivedFile, { keepsBare = false } = {}): Promise<CleanPicture> {
    const type = await mediaTypeOf(received.path);
    if (!PICTURE_FORMATS[type]) throw new AppError('invalid_type', NOT_A_PICTURE);
    const to = this.#store.temporaryPath();
    const cleaned = await this.#run({ kind: 'clean', from: received.path, to, type, keepsBare }, person);
    if (!cleaned) throw new Error('the picture process returned no result');
    const { size, hash, ...picture } = cleaned;
    return { bytes: { path: to, size, hash: Buffer.from(hash, 'hex') }, ...picture };
  }

  /** Path of a thumbnail of a stored picture; created on first use. */
  async resized(person: number, hash: Buffer, size: PictureSize): Promise<{ path: string; size: number }> {
    const path = this.#store.pathInside('sizes', ...resizedNameOf(hash, size));
    if (!existsSync(path)) {
      const making =
        this.#resizing.get(path) ??
        this.#resize(person, hash, size, path).finally(() => this.#resizing.delete(path));
      this.#resizing.set(path, making);
      await making;
    } else this.#cache?.used(path);
    return { path, size: statSync(path).size };
  }

  /** Decodes no more pictures; waiting calls fail with `unavailable`. */
  close(): void {
    this.#closing.abort();
  }

  async #resize(person: number, hash: Buffer, size: PictureSize, path: string): Promise<void> {
    const to = this.#store.temporaryPath();
    await this.#store.withFile(hash, (from) => this.#run({ kind: 'resize', from, to, size }, person));
    renameSync(to, path);
    this.#cache?.added(path);
  }

  async #run(task: PictureTask, person: number): Promise<CleanedPicture | null> {
    try {
      return await this.#store.withOpenStore(() => this.#decoder.run(task, person, this.#closing.signal));
    } catch (error) {
      rmSync(task.to, { force: true });
      throw error;
    }
  }
}

const NOT_A_PICTURE = 'This picture cannot be read. Choose a JPEG, PNG, WebP, GIF or AVIF file.';
