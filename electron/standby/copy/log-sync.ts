/** The connection over which the host learns what is stored. */
interface Confirmation {
  send: (message: { type: 'stored'; mark: number }) => Promise<void>;
  end: () => Promise<void>;
}

export interface LogSyncOptions {
  /** Writes the log to the disk. */
  sync: () => Promise<void>;
  /** Resolves once it is known that what is stored may be confirmed. */
  decided: () => Promise<void>;
  onFailure: (error: unknown) => Promise<void>;
}

/** Writes to the disk what has arrived of the log, again and again while more arrives, and tells the host. */
export class LogSync {
  readonly #options: LogSyncOptions;
  /** The newest mark that was written. */
  #mark = 0;
  #running: Promise<void> | null = null;

  constructor(options: LogSyncOptions) {
    this.#options = options;
  }

  /** Forgets the marks of an earlier connection. */
  reset(): void {
    this.#mark = 0;
  }

  /** The log was written up to a mark. */
  written(mark: number, stream: Confirmation): void {
    this.#mark = mark;
    this.#running ??= this.#run(stream).finally(() => (this.#running = null));
  }

  /** Resolves once everything that was written is on the disk. */
  async settled(): Promise<void> {
    await this.#running;
  }

  async #run(stream: Confirmation): Promise<void> {
    const { sync, decided, onFailure } = this.#options;
    try {
      for (let done = 0; done < this.#mark;) {
        const mark = this.#mark;
        await sync();
        await decided();
        await stream.send({ type: 'stored', mark });
        done = mark;
      }
    } catch (error) {
      // What isn't on the disk must not be confirmed by a later sync that seems to work.
      await onFailure(error);
      await stream.end();
    }
  }
}
