import { AppError } from '../../shared/errors';
import { LaneQueue } from './lane-queue';
import { hashThreads, MAX_THREADS } from './hash-threads';
import type { HashTask } from './hash-task';

/** The client that waits for a password to be hashed. */
export interface HashClient {
  /** The network address or the person; each has its own lane in the queue. */
  lane: string;
  /** Signed in, or known to the account: served first. */
  isTrusted: boolean;
}

/** Maximum number of waiting passwords, in total and per lane; more are rejected. */
export const MAX_WAITING = { trusted: 100, strangers: 100, lane: 10 };

/**
 * Hashes the passwords of one service, two at a time. Lanes take turns; if too many passwords wait, the longest lane
 * loses an entry, so that a flood from a few addresses doesn't lock out others.
 */
export class PasswordQueue {
  readonly #trusted = new LaneQueue<Entry>();
  readonly #untrusted = new LaneQueue<Entry>();
  readonly #threads: Pick<typeof hashThreads, 'run'>;
  #running = 0;
  #isClosed = false;

  constructor(threads: Pick<typeof hashThreads, 'run'> = hashThreads) {
    this.#threads = threads;
  }

  /** Hashes a password for storage. Throws `rate_limit_exceeded` if too many are waiting. */
  async hash(password: string, client: HashClient): Promise<string> {
    return String(await this.#enqueue({ kind: 'hash', password }, client));
  }

  /**
   * Whether a password matches a hash; without a hash it takes the same time and is false. Throws
   * `rate_limit_exceeded` if too many are waiting.
   */
  async verify(stored: string | undefined, password: string, client: HashClient): Promise<boolean> {
    return (await this.#enqueue({ kind: 'verify', password, stored }, client)) === true;
  }

  /** Rejects untrusted clients, including waiting ones, so that the host can shut down quickly. */
  close(): void {
    this.#isClosed = true;
    for (let entry = this.#untrusted.shift(); entry; entry = this.#untrusted.shift()) {
      entry.reject(new AppError('unavailable'));
    }
  }

  #enqueue(task: HashTask, client: HashClient): Promise<string | boolean> {
    if (this.#isClosed && !client.isTrusted) throw new AppError('unavailable');
    const { promise, resolve, reject } = Promise.withResolvers<string | boolean>();
    const entry = { task, resolve, reject };
    if (this.#running < MAX_THREADS) void this.#run(entry);
    else this.#wait(entry, client);
    return promise;
  }

  #wait(entry: Entry, { lane, isTrusted }: HashClient): void {
    const queue = isTrusted ? this.#trusted : this.#untrusted;
    if (queue.sizeOf(lane) >= MAX_WAITING.lane) throw tooMany();
    if (queue.size >= (isTrusted ? MAX_WAITING.trusted : MAX_WAITING.strangers)) {
      const dropped = queue.dropLast(queue.sizeOf(lane) + 1);
      if (!dropped) throw tooMany();
      dropped.reject(tooMany());
    }
    queue.push(lane, entry);
  }

  async #run({ task, resolve, reject }: Entry): Promise<void> {
    this.#running++;
    await this.#threads.run(task).then(resolve, reject);
    this.#running--;
    const next = this.#trusted.shift() ?? this.#untrusted.shift();
    if (next) void this.#run(next);
  }
}

interface Entry {
  task: HashTask;
  resolve: (result: string | boolean) => void;
  reject: (reason: unknown) => void;
}

/** Seconds in which even a slow machine empties a full queue. */
const RETRY_AFTER = 5;

function tooMany(): AppError {
  return new AppError(
    'rate_limit_exceeded',
    `Too many people are signing in at once. Try again in ${RETRY_AFTER} seconds.`,
    { retryAfter: RETRY_AFTER },
  );
}
