import { LogPacker } from '../log-packing';
import type { LogReader } from './log-reader';
import { MAX_PACKED_LOG, type HostMessage, type MessageBody } from '../messages';
import type { LogPosition } from '../wal-format';

/** Sends one message to the standby; resolves once the connection takes more. */
export type SendToStandby = (message: HostMessage, body?: MessageBody) => Promise<void>;

/**
 * Sends the write-ahead log to a standby. While it keeps up, everything committed is read before a checkpoint, so that
 * checkpoints may run at any time. While it lags, the log is read from the disk in slices and must not be restarted
 * (`mayBeginAnew`).
 */
export class LogShipper {
  readonly #reader: LogReader;
  readonly #send: SendToStandby;
  /** Returns whether a checkpoint is running: then the next commit may restart the log. */
  readonly #isCheckpointing: () => boolean;
  readonly #packer = new LogPacker();
  /** What was read last; used again, because new memory for each commit would keep the garbage collector busy. */
  #scratch = Buffer.alloc(0);
  readonly #queue: Step[] = [];
  #queuedBytes = 0;
  /** Bytes of the log that were read. */
  #read: number;
  #isLive = false;
  #isStopped = false;
  #wake: () => void = () => undefined;

  /** `from` is how much of the log the standby has. */
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

  /** Whether everything committed so far was read. */
  get mayBeginAnew(): boolean {
    return this.#isLive;
  }

  /**
   * Call it after commits, before each checkpoint, and after it. Throws if the log was restarted before it was read:
   * then the database must be compared again.
   */
  logChanged(hasBegunAnew: boolean): void {
    const { previous, end, total } = this.#reader;
    if (hasBegunAnew) {
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

  /** Sends what there is, then what is committed, until it is stopped. `onLive` is called when it has caught up. */
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
    for (let next = this.#queue[0]; next && joins(step, next); next = this.#queue[0]) {
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
    const to = Math.min(from + SLICE, this.#reader.end);
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

/** The log was restarted before all of it was read. */
export class LogLostError extends Error {
  override readonly name = 'LogLostError';
}

interface LogStep {
  offset: number;
  size: number;
  mark: number;
  /** Whether the bodies are packed. */
  isPacked: boolean;
  /** What is sent, part after part. */
  bodies: Buffer[];
}
type Step = { ended: LogPosition } | LogStep;

/** Whether a step can be sent in one message with the one before: commits that came while a message was being sent. */
function joins(step: LogStep, next: Step): next is LogStep {
  if ('ended' in next || !step.isPacked || !next.isPacked) return false;
  return next.offset === step.offset + step.size && step.size + next.size <= MAX_JOINED;
}

/** Bytes of the log in one message, before they are packed. */
const MAX_JOINED = 2 * 1024 * 1024;
const SLICE = 256 * 1024;
/** What may wait in memory before the log is read from the disk instead. */
const MAX_QUEUED_BYTES = 8 * 1024 * 1024;
