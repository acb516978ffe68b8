import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../shared/errors';
import { flushPath } from '../../content/disk-threads';
import { JsonFile } from '../../json-file';
import { readSuccessor, supersededMessage, SUPERSEDED_FILE, type Successor } from './successor';

/**
 * Decides whether this machine may write as the host of its community. While a move is prepared it pauses; once
 * another machine is the host, it never writes again, which is stored in the data folder.
 */
export class HostingGate {
  /** Called when the community has got another host, or when that one has other addresses. */
  onSuperseded: () => void = () => undefined;
  /**
   * Hosts the community here again although it has another host, which is lost: this run ends for that. Throws
   * `conflict` if that one answers. Null where the program can't restart by itself.
   */
  hostAgain: (() => Promise<void>) | null = null;
  /** Resolves once this host has handed the community over, in this run or an earlier one. */
  readonly moved: Promise<void>;
  /** Resolves once another machine has taken the community over, in this run or an earlier one. */
  readonly takenOver: Promise<Successor>;
  readonly #folder: string;
  readonly #file: JsonFile | null;
  #successor: Successor | null;
  #isPaused = false;
  #mayWrite: (() => boolean) | null = null;
  readonly #onMoved: () => void;
  readonly #onTakenOver: (successor: Successor) => void;

  /** `folder` is the data folder, or '' for a community in memory; `term` is the one of its database. */
  constructor(folder: string, term: number) {
    this.#folder = folder;
    this.#file = folder === '' ? null : new JsonFile(join(folder, SUPERSEDED_FILE));
    const stored = folder === '' ? null : readSuccessor(folder);
    // A community that is hosted here again has a later term.
    this.#successor = stored !== null && stored.term > term ? stored : null;
    const moved = Promise.withResolvers<void>();
    [this.moved, this.#onMoved] = [moved.promise, moved.resolve];
    const takenOver = Promise.withResolvers<Successor>();
    [this.takenOver, this.#onTakenOver] = [takenOver.promise, takenOver.resolve];
    if (this.#successor !== null) this.#resolve(this.#successor);
  }

  /** The machine that is the host now; null while this one is. */
  get successor(): Successor | null {
    return this.#successor;
  }

  /** Whether writes are accepted. */
  get isOpen(): boolean {
    return !this.#isPaused && this.#successor === null && this.#hasLease;
  }

  /**
   * Throws `unavailable` while a move is prepared or another machine may take over, and `superseded` once another
   * machine is the host.
   */
  requireOpen(): void {
    if (this.#successor !== null) throw new AppError('superseded', supersededMessage(this.#successor));
    if (this.#isPaused) throw new AppError('unavailable', PAUSED_MESSAGE, { retryAfter: RETRY_SECONDS });
    if (!this.#hasLease) throw new AppError('unavailable', CUT_OFF_MESSAGE, { retryAfter: RETRY_SECONDS });
  }

  /** With a witness: whether this host may write now, asked for each write; null without one. */
  setLease(mayWrite: (() => boolean) | null): void {
    this.#mayWrite = mayWrite;
  }

  /** Accepts no new writes; those that are queued are finished. */
  pause(): void {
    this.#isPaused = true;
  }

  /** Accepts writes again. */
  resume(): void {
    this.#isPaused = false;
  }

  /** Another machine is the host from now on. Resolves once that is on the disk; until then writes are paused. */
  async supersede(successor: Successor): Promise<void> {
    const wasPaused = this.#isPaused;
    this.#isPaused = true;
    try {
      await this.#file?.write(successor);
      if (this.#file) await flushPath(this.#folder);
      this.#successor = successor;
    } catch (error) {
      if (this.#successor === null) await rm(join(this.#folder, SUPERSEDED_FILE), { force: true });
      throw error;
    } finally {
      this.#isPaused = wasPaused;
    }
    this.#resolve(successor);
    this.onSuperseded();
  }

  get #hasLease(): boolean {
    return this.#mayWrite === null || this.#mayWrite();
  }

  #resolve(successor: Successor): void {
    if (successor.how === 'move') this.#onMoved();
    else this.#onTakenOver(successor);
  }
}

const RETRY_SECONDS = 2;
const PAUSED_MESSAGE =
  'This community is moving to another computer. Nothing was changed. Try again in a few seconds.';
const CUT_OFF_MESSAGE =
  'The host can’t reach its standby or its witness, so another computer may already be the host. Nothing was changed. Try again in a few seconds.';
