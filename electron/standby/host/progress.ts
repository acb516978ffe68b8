import type { StorageProblem } from '../../../shared/standby-copy';

/** How far a paired standby is: `behind` in bytes, `durable` the last event it has. */
export interface StandbyProgress {
  status: 'copying' | 'in_step' | 'behind' | 'gone';
  behind: number;
  durable: number;
  /** Why it can't store what it gets; null if it can, as far as it has said. */
  problem: StorageProblem | null;
  /** How many contents it lacks because the host can't read them; 0 while it isn't connected. */
  unreadable: number;
}

/** A commit that the standby hasn't stored yet. */
interface Commit {
  mark: number;
  seq: number;
  /** Monotonic milliseconds. */
  at: number;
}

/**
 * What the standby has on its disk of what was committed. Marks count the bytes of the log since the host was started.
 */
export class Progress {
  #commits: Commit[] = [];
  #stored = 0;
  #seq = 0;

  /** The mark up to which the standby has stored everything. */
  get stored(): number {
    return this.#stored;
  }

  /** The number of the last event that it has stored; 0 if unknown. */
  get seq(): number {
    return this.#seq;
  }

  /** Whether everything committed is stored. */
  get isComplete(): boolean {
    return this.#commits.length === 0;
  }

  /** Milliseconds since the oldest commit that isn't stored. */
  get age(): number {
    const [oldest] = this.#commits;
    return oldest === undefined ? 0 : performance.now() - oldest.at;
  }

  /** Adds a commit: the mark at its end, and the number of the last event. */
  committed(mark: number, seq: number): void {
    this.#commits.push({ mark, seq, at: performance.now() });
    // While the standby is away, every second one is enough to know how far it is behind.
    if (this.#commits.length > MAX_COMMITS)
      this.#commits = this.#commits.filter((_, index) => index % 2 === 0);
  }

  /** The standby stored everything up to a mark. */
  storedUpTo(mark: number): void {
    this.#stored = mark;
    const left = this.#commits.findIndex((commit) => commit.mark > mark);
    const done = this.#commits.splice(0, left === -1 ? this.#commits.length : left);
    this.#seq = done.at(-1)?.seq ?? this.#seq;
  }
}

const MAX_COMMITS = 4096;
