import type { Readable } from 'node:stream';

/** Runs the background fetches of the program one at a time, and knows when the pages load nothing. */
export class FetchQueue {
  #last: Promise<unknown> = Promise.resolve();
  #loading = 0;
  #waiting: (() => void)[] = [];

  /** Runs work after everything that was added before. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** The pages load something until this stream closes. */
  waitFor(stream: Readable): void {
    if (stream.destroyed) return;
    this.#loading++;
    stream.once('close', () => {
      if (--this.#loading === 0) for (const resume of this.#waiting.splice(0)) resume();
    });
  }

  /** Resolves when nothing is being loaded: no content for pages, and nothing in the background. */
  async whenIdle(): Promise<void> {
    let last: unknown;
    do {
      last = this.#last;
      await this.#last;
      if (this.#loading > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } while (this.#loading > 0 || last !== this.#last);
  }
}
