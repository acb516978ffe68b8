import { LogPacker } from '../log-packing';
import type { LogReader } from './log-reader';
import { MAX_PACKED_LOG, type HostMessage, type MessageBody } from '../messages';
import type { LogPosition } from '../wal-format';

/** Sends one message to the standby; resolves once the connection takes more. */
export type SendToStandby = (message: HostMessage, body?: MessageBody) => Promise<void>;

/**
 * Sends the write-ahead log to a standby. While the standby keeps up, all commits are read before a checkpoint, so that
 * checkpoints may run at any time. While it lags, the log is read from the disk in slices and must not be restarted
 * (`canRestartLog`).
 */
export class LogShipper {
  readonly #reader: LogReader;
  readonly #send: SendToStandby;
  /** Returns whether a checkpoint is running: then the next commit may restart the log. */
  readonly #isCheckpointing: () => boolean;
  readonly #packer = new LogPacker();
  /** Read buffer, reused to avoid an allocation for each commit. */
  #scratch = Buffer.alloc(0);
  readonly #queue: Step[] = [];
  #queuedBytes = 0;
  /** Bytes of the log that were read. */
  #read: number;
  #isLive = false;
  #isStopped = false;
  #wake: () => void = () => undefined;

  /** `from` is the number of bytes of the log that the standby has. */
  constructor(
    reader: LogReader,
    from: number,
    { send, isCheckpointing }: { send: SendToStandby; isCheckpointing: () => boolean },
  ) {
    this.#reader = reader;
    this.#read = from;
    this.#send = send;
    this.#isCheckpointing = isCheckpointing;
  }

  /** Whether the log may be restarted: everything committed so far was read. */
  get canRestartLog(): boolean {
    return this.#isLive;
  }

  /**
   * Queues new bytes of the log. Call it after commits, and before and after each checkpoint. Throws LogLostError if
   * the log was restarted before it was read: then the database must be compared again.
   */
  logChanged(wasRestarted: boolean): void {
    const { previous, end, total } = this.#reader;
    if (wasRestarted) {
      if (!this.#isLive || previous === null) throw new LogLostError();
      this.#queue.push({ ended: previous });
      this.#read = 0;
    }
    const size = end - this.#read;
    if (this.#isLive && size > 0) {
      const isTooMuch = this.#queuedBytes + size > MAX_QUEUED_BYTES;
      if (isTooMuch && !this.#isCheckpointing()) this.#isLive = false;
      else {
        this.#queueLog(size, total);
        this.#read = end;
      }
    }
    this.#wake();
  }

  /** Sends the existing log, then new commits, until stopped. Calls `onLive` when the standby has caught up. */
  async run(onLive: () => void): Promise<void> {
    while (!this.#isStopped) {
      const step = this.#queue.shift();
      if (step !== undefined) await this.#sendStep(step);
      else if (!this.#isLive) await this.#sendSlice(onLive);
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#wake();
  }

  #queueLog(size: number, mark: number): void {
    const offset = this.#read;
    if (this.#scratch.length < size) this.#scratch = Buffer.alloc(size);
    const bytes = this.#reader.readSync(offset, offset + size, this.#scratch.subarray(0, size));
    const { pageSize } = this.#reader;
    const packed = size > MAX_PACKED_LOG ? null : this.#packer.pack(bytes, { offset, pageSize });
    const body = packed ?? Buffer.from(bytes);
    this.#queue.push({ offset, size, mark, isPacked: packed !== null, bodies: [body] });
    this.#queuedBytes += body.length;
  }

  async #sendStep(step: Step): Promise<void> {
    if ('ended' in step) return this.#send({ type: 'checkpoint', ended: step.ended });
    for (let next = this.#queue[0]; next && canMerge(step, next); next = this.#queue[0]) {
      step = {
        ...next,
        offset: step.offset,
        size: step.size + next.size,
        bodies: [...step.bodies, ...next.bodies],
      };
      this.#queue.shift();
    }
    const { offset, size, mark, isPacked, bodies } = step;
    for (const { length } of bodies) this.#queuedBytes -= length;
    const packed = isPacked ? { pageSize: this.#reader.pageSize, size } : undefined;
    await this.#send({ type: 'log', offset, mark, packed }, isPacked ? bodies : Buffer.concat(bodies));
  }

  async #sendSlice(onLive: () => void): Promise<void> {
    const from = this.#read;
    const to = Math.min(from + SLICE_SIZE, this.#reader.end);
    if (to > from) {
      const bytes = await this.#reader.read(from, to);
      if (this.#isStopped) return;
      this.#read = from + bytes.length;
      const mark = this.#reader.total - (this.#reader.end - this.#read);
      await this.#send({ type: 'log', offset: from, mark }, bytes);
    }
    // No commit can come between the comparison and the next line.
    if (this.#read !== this.#reader.end || this.#isStopped) return;
    this.#isLive = true;
    onLive();
  }
}

/** Thrown if the log was restarted before all of it was read. */
export class LogLostError extends Error {
  override readonly name = 'LogLostError';
}

interface LogStep {
  offset: number;
  size: number;
  mark: number;
  /** Whether the bodies are packed. */
  isPacked: boolean;
  /** The bytes to send, in order. */
  bodies: Buffer[];
}
type Step = { ended: LogPosition } | LogStep;

/** Returns whether two steps can be sent in one message: consecutive commits that were queued during a send. */
function canMerge(step: LogStep, next: Step): next is LogStep {
  if ('ended' in next || !step.isPacked || !next.isPacked) return false;
  return next.offset === step.offset + step.size && step.size + next.size <= MAX_MERGED;
}

/** Bytes of the log in one message, before they are packed. */
const MAX_MERGED = 2 * 1024 * 1024;
const SLICE_SIZE = 256 * 1024;
/** Queued bytes above which the log is read from the disk instead. */
const MAX_QUEUED_BYTES = 8 * 1024 * 1024;
