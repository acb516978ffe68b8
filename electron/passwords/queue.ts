import { AppError } from '../../shared/errors';
import { FairQueue } from './fair-queue';
import { hashThreads, THREADS } from './threads';
import type { HashTask } from './task';

/** On whose behalf a password is hashed. */
export interface HashClient {
  /** The network address or the person; each waits in a lane of its own. */
  lane: string;
  /** Signed in, or known to the account: served before strangers. */
  isTrusted: boolean;
}

/** How many passwords wait to be hashed, in all and of one lane; more are refused. */
export const WAITING = { trusted: 100, strangers: 100, lane: 10 };

/**
 * Hashes the passwords of one service, two at a time. Whoever waits longest in their lane comes next; where too many wait,
 * the lane with the most entries loses one, so that a flood from a few addresses does not keep others out.
 */
export class PasswordQueue {
  readonly #trusted = new FairQueue<Entry>();
  readonly #strangers = new FairQueue<Entry>();
  readonly #threads: Pick<typeof hashThreads, 'run'>;
  #running = 0;
  #isClosed = false;

  constructor(threads: Pick<typeof hashThreads, 'run'> = hashThreads) {
    this.#threads = threads;
  }

  /** Makes what the database stores of a password. Throws `rate_limit_exceeded` where too many wait. */
  async hash(password: string, client: HashClient): Promise<string> {
    return String(await this.#enqueue({ kind: 'hash', password }, client));
  }

  /**
   * Whether a password is the one that was hashed; without a hash it takes the same time and is false. Throws
   * `rate_limit_exceeded` where too many wait.
   */
  async verify(stored: string | undefined, password: string, client: HashClient): Promise<boolean> {
    return (await this.#enqueue({ kind: 'verify', password, stored }, client)) === true;
  }

  /** Refuses strangers, those that wait too: the host is stopping, and what is left is to be done in a moment. */
  close(): void {
    this.#isClosed = true;
    for (let entry = this.#strangers.shift(); entry; entry = this.#strangers.shift()) {
      entry.reject(new AppError('unavailable'));
    }
  }

  #enqueue(task: HashTask, client: HashClient): Promise<string | boolean> {
    if (this.#isClosed && !client.isTrusted) throw new AppError('unavailable');
    const { promise, resolve, reject } = Promise.withResolvers<string | boolean>();
    const entry = { task, resolve, reject };
    if (this.#running < THREADS) void this.#run(entry);
    else this.#wait(entry, client);
    return promise;
  }

  #wait(entry: Entry, { lane, isTrusted }: HashClient): void {
    const queue = isTrusted ? this.#trusted : this.#strangers;
    if (queue.sizeOf(lane) >= WAITING.lane) throw tooMany();
    if (queue.size >= (isTrusted ? WAITING.trusted : WAITING.strangers)) {
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
    const next = this.#trusted.shift() ?? this.#strangers.shift();
    if (next) void this.#run(next);
  }
}

interface Entry {
  task: HashTask;
  resolve: (result: string | boolean) => void;
  reject: (reason: unknown) => void;
}

/** Seconds in which a full queue is worked off, also by a slow machine. */
const RETRY_AFTER = 5;

function tooMany(): AppError {
  return new AppError(
    'rate_limit_exceeded',
    `Too many people are signing in at once. Try again in ${RETRY_AFTER} seconds.`,
    { retryAfter: RETRY_AFTER },
  );
}
