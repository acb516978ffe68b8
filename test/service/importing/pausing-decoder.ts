import { PictureDecoder } from '../../../electron/content/pictures/picture-decoder';
import { AppError } from '../../../shared/errors';

/** A decoder that stops before a picture (from 0) until it is released or its service closes. */
export class PausingDecoder extends PictureDecoder {
  readonly #at: number;
  readonly #reached = Promise.withResolvers<void>();
  readonly #released = Promise.withResolvers<void>();
  #count = 0;

  constructor(at: number) {
    super();
    this.#at = at;
  }

  get reached(): Promise<void> {
    return this.#reached.promise;
  }

  release(): void {
    this.#released.resolve();
  }

  override async run(...args: Parameters<PictureDecoder['run']>): ReturnType<PictureDecoder['run']> {
    const [, , signal] = args;
    if (this.#count++ === this.#at) {
      signal.addEventListener('abort', () => this.release());
      this.#reached.resolve();
      await this.#released.promise;
    }
    if (signal.aborted) throw new AppError('unavailable');
    return super.run(...args);
  }
}
