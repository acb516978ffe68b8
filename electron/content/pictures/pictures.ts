import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { AppError } from '../../../shared/errors';
import { mediaTypeOf } from '../media-type';
import type { PictureDecoder } from './picture-decoder';
import { PICTURE_FORMATS } from './picture-formats';
import type { CleanedPicture, PictureTask } from './picture-task';
import { sizeName, type Size } from '../sizes';
import type { ContentStore, Received } from '../store';

/** A picture as it may be stored: upright, and without what the camera wrote of place, time and person. */
export interface Picture extends Omit<CleanedPicture, 'size' | 'hash'> {
  bytes: Received;
}

/** The pictures of a community: cleans those that come in, and makes small ones of those that are stored. */
export class Pictures {
  readonly #store: ContentStore;
  readonly #decoder: PictureDecoder;
  readonly #closing = new AbortController();
  readonly #underWay = new Map<string, Promise<unknown>>();

  constructor(store: ContentStore, decoder: PictureDecoder) {
    this.#store = store;
    this.#decoder = decoder;
  }

  /**
   * Makes a picture that a person sent fit to be stored. Throws `invalid_type` where it is no picture, and `too_large`
   * where it has too many pixels or takes too long.
   */
  async clean(person: number, received: Received): Promise<Picture> {
    const type = await mediaTypeOf(received.path);
    if (!PICTURE_FORMATS[type]) throw new AppError('invalid_type', NO_PICTURE);
    const to = this.#store.temporary();
    const cleaned = await this.#run({ kind: 'clean', from: received.path, to, type }, person);
    if (!cleaned) throw new Error('a cleaned picture was not described');
    const { size, hash, ...picture } = cleaned;
    return { bytes: { path: to, size, hash: Buffer.from(hash, 'hex') }, ...picture };
  }

  /** Where a stored picture of a person lies in a size; it is made when it is first asked for. */
  async resized(person: number, hash: Buffer, size: Size): Promise<{ path: string; size: number }> {
    const path = this.#store.place('sizes', ...sizeName(hash, size));
    if (!existsSync(path)) {
      const making =
        this.#underWay.get(path) ??
        this.#resize(person, hash, size, path).finally(() => this.#underWay.delete(path));
      this.#underWay.set(path, making);
      await making;
    }
    return { path, size: statSync(path).size };
  }

  /** Nothing is decoded any more; those who wait get `unavailable`. */
  close(): void {
    this.#closing.abort();
  }

  async #resize(person: number, hash: Buffer, size: Size, path: string): Promise<void> {
    const to = this.#store.temporary();
    await this.#run({ kind: 'resize', from: this.#store.recover(hash), to, size }, person);
    renameSync(to, path);
  }

  async #run(task: PictureTask, person: number): Promise<CleanedPicture | null> {
    try {
      return await this.#store.whileOpen(() => this.#decoder.run(task, person, this.#closing.signal));
    } catch (error) {
      rmSync(task.to, { force: true });
      throw error;
    }
  }
}

const NO_PICTURE = 'This picture cannot be read. Choose a JPEG, PNG, WebP, GIF or AVIF file.';
