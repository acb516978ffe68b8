import type { Logger } from 'pino';
import type { StorageProblem } from '../../../shared/standby-copy';
import { isDiskFull } from '../../database/sqlite-errors';
import type { HostMessage } from '../messages';
import { unixNow } from '../../unix-time';

/** How far the copy of a standby is, as the standby itself knows. */
export interface CopyProgress {
  /**
   * `gone`: the host doesn't answer. `behind`: connected, and catching up with a complete copy. `failed`: it can't be
   * written, and is tried again.
   */
  status: 'connecting' | 'copying' | 'behind' | 'in_step' | 'gone' | 'failed';
  /** Why it can't be written; null for none. */
  problem: StorageProblem | null;
  /** Bytes that are here, and about how many there are in all; 0 if unknown. */
  done: number;
  total: number;
  /** Unix seconds of the last contact while the host is gone; 0 while it isn't, and if there was none. */
  since: number;
}

/** Why the copy can't be written, for the log. */
export const PROBLEM_TEXTS: Record<StorageProblem, string> = {
  disk_full: 'the disk is full: the copy catches up once there is space again',
  failed: 'the copy could not be written to the disk',
};

/** Follows the messages of the host to know how far the copy is. */
export class CopyProgressMeter {
  readonly #onChange: (progress: CopyProgress) => void;
  #status: CopyProgress['status'] = 'connecting';
  #problem: CopyProgress['problem'] = null;
  readonly #logger: Logger;
  #isUnreachable = false;
  #seenAt: number;
  #total = 0;
  /** Bytes of the database that were compared or copied. */
  #database = 0;

  /** `onChange` is called after each message, however many there are. `seenAt`: the last contact of earlier runs. */
  constructor(onChange: (progress: CopyProgress) => void, seenAt: number, logger: Logger) {
    this.#onChange = onChange;
    this.#logger = logger;
    this.#seenAt = seenAt;
  }

  /** Unix seconds of the last contact; 0 for never. */
  get seenAt(): number {
    return this.#isConnected ? unixNow() : this.#seenAt;
  }

  /** Whether nothing has been behind since the connection was made. */
  get isInStep(): boolean {
    return this.#status === 'in_step';
  }

  /** A message was processed; `contents` are the bytes of contents that are stored here. */
  took(message: HostMessage, contents: number): void {
    switch (message.type) {
      case 'welcome':
        if (this.#isUnreachable) this.#logger.info('the host answers again');
        this.#isUnreachable = false;
        [this.#status, this.#problem, this.#database] = ['behind', null, 0];
        this.#total = message.size;
        break;
      case 'copy':
        this.#status = 'copying';
        break;
      case 'chunk':
        this.#database = message.offset;
        break;
      case 'chunksEnd':
        this.#database = message.size;
        break;
      case 'inStep':
        this.#status = 'in_step';
        break;
      case 'content':
        break;
      default:
        return;
    }
    this.#report(contents);
  }

  /** Reports that the host is not connected. */
  lost(): void {
    if (this.#status === 'gone' || this.#status === 'failed') return;
    this.#seenAt = this.seenAt;
    this.#status = 'gone';
    this.#report(0);
  }

  /** Reports that the host is at none of its addresses, in the log once until it answers again. */
  unreachable(): void {
    if (!this.#isUnreachable) this.#logger.warn('the host does not answer: the standby goes on trying');
    this.#isUnreachable = true;
    this.lost();
  }

  /** Reports that received data could not be stored, and returns the problem. */
  failed(error: unknown): StorageProblem {
    this.#seenAt = this.seenAt;
    const problem = isDiskFull(error) ? 'disk_full' : 'failed';
    [this.#status, this.#problem] = ['failed', problem];
    this.#report(0);
    return problem;
  }

  get #isConnected(): boolean {
    return ['copying', 'behind', 'in_step'].includes(this.#status);
  }

  #report(contents: number): void {
    const isCopying = this.#status === 'copying';
    const done = isCopying ? this.#database + contents : 0;
    const total = isCopying && this.#total > 0 ? Math.max(this.#total, done) : 0;
    const since = this.#status === 'gone' ? this.#seenAt : 0;
    this.#onChange({ status: this.#status, problem: this.#problem, done, total, since });
  }
}
