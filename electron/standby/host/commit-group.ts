/**
 * Gathers the commits of a short time, so that they are read and sent to the standby together: every packet, and its
 * confirmation, costs the host processor time.
 */
export class CommitGroup {
  readonly #read: () => void;
  #timer: NodeJS.Timeout | undefined;

  /** `read` reads everything that was committed. */
  constructor(read: () => void) {
    this.#read = read;
  }

  /** Call it after each commit; an urgent one is read at once, with those before it. */
  add(isUrgent: boolean): void {
    if (isUrgent) this.#readAll();
    else this.#timer ??= setTimeout(() => this.#readAll(), GROUP_MS);
  }

  /** Reads what was gathered. Call it before the log may be checkpointed, and wherever the end of the log counts. */
  end(): void {
    if (this.#timer !== undefined) this.#readAll();
  }

  /** Forgets what was gathered. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #readAll(): void {
    this.cancel();
    this.#read();
  }
}

/** What is acknowledged shall be on the standby within 50 ms: the network and its disk take their part of it. */
const GROUP_MS = 25;
