/**
 * Reads commits for the standby, and gathers those that come soon after others were read: every packet, and its
 * confirmation, costs the host processor time. What is gathered goes with the next commit where one comes in time,
 * because a timer that wakes an idle process costs as much as sending a packet.
 */
export class CommitGroup {
  readonly #read: () => void;
  /** Monotonic milliseconds. */
  #readAt = -Infinity;
  /** When the oldest commit that isn't read came; Infinity if all are. */
  #unreadSince = Infinity;
  #timer: NodeJS.Timeout | undefined;

  /** `read` reads everything that was committed. */
  constructor(read: () => void) {
    this.#read = read;
  }

  /** Call it after each commit; an urgent one is read at once, with those before it. */
  add(isUrgent: boolean): void {
    const now = performance.now();
    this.#unreadSince = Math.min(this.#unreadSince, now);
    if (isUrgent || now - this.#readAt >= GROUP_INTERVAL_MS) this.#readAll(now);
    else this.#timer ??= setTimeout(() => this.#readDue(), MAX_DELAY_MS);
  }

  /** Reads what was gathered. Call it before the log may be checkpointed, and wherever the end of the log counts. */
  end(): void {
    if (this.#unreadSince !== Infinity) this.#readAll(performance.now());
  }

  /** Forgets what was gathered. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#unreadSince = Infinity;
  }

  /** The timer is left running when its commit is read earlier: a stopped one would wake the process all the same. */
  #readDue(): void {
    this.#timer = undefined;
    if (this.#unreadSince === Infinity) return;
    const now = performance.now();
    const left = this.#unreadSince + MAX_DELAY_MS - now;
    if (left < 1) this.#readAll(now);
    else this.#timer = setTimeout(() => this.#readDue(), left);
  }

  #readAll(now: number): void {
    this.#unreadSince = Infinity;
    this.#readAt = now;
    this.#read();
  }
}

/** Commits closer to each other than this, in milliseconds, are read together. */
const GROUP_INTERVAL_MS = 30;
/** No commit waits longer, in milliseconds: what is acknowledged shall be on the standby within 50 ms. */
const MAX_DELAY_MS = 40;
