import { Unreachable } from '../../../shared/client/transport';
import { AppError } from '../../../shared/errors';
import type { Input, Output } from '../../../shared/contract';
import type { Frame } from '../../../shared/events';
import type { DoneCommands, LogPoint } from '../../outbox/done-commands';
import type { SentAnswer } from '../../outbox/outbox-sender';
import type { Answer } from '../../service';
import type { EventHub } from '../event-hub';

/** The done commands, and the connection to the host that shows which of them are durable. */
export interface CommandDurabilityOptions {
  done: DoneCommands;
  hub: () => Pick<EventHub, 'cursor' | 'reconnect'>;
  /** Reads the changes after a point of the host's log. */
  readChanges: (input: Input<'sync.changes'>) => Promise<Answer<Output<'sync.changes'>>>;
}

/**
 * Keeps done commands until the host's standby has them too. Queues them again if another host, which has another event
 * log, took over without them.
 */
export class CommandDurability {
  readonly #options: CommandDurabilityOptions;
  #log: string | null = null;
  /** The number of the last event that the standby has; null if there is no standby. */
  #durable: number | null = null;
  /** When the host last sent a frame, in monotonic milliseconds. */
  #lastFrameAt = 0;

  constructor(options: CommandDurabilityOptions) {
    this.#options = options;
  }

  /** Handles a frame from the host. Must be called before the frame causes any command to be sent. */
  onFrame(frame: Frame): void {
    this.#lastFrameAt = performance.now();
    if (frame.Type === 'hello') this.#log = frame.Log;
    else if (!('Durable' in frame) || frame.Durable === undefined || frame.Durable === this.#durable) return;
    this.#durable = ('Durable' in frame ? frame.Durable : null) ?? null;
    try {
      this.#apply(frame.Type === 'hello' ? frame.Seq : null);
    } catch (error) {
      // The outbox could not be written: the commands stay and may be sent again on the next connection.
      if (!(error instanceof AppError && error.code === 'unavailable')) throw error;
    }
  }

  /**
   * Sends a command and adds to its answer until which log point the command must be kept. Throws Unreachable if
   * another host took over meanwhile: it is unknown which of them executed it.
   */
  async send(attempt: () => Promise<Answer<unknown>>): Promise<SentAnswer> {
    const log = this.#log;
    await this.#requireSameHost(log);
    const answer = await attempt();
    const retainUntil = await this.#pointOf(log, answer.seq);
    if (this.#log !== log) throw new Unreachable();
    return { ...answer, retainUntil };
  }

  /**
   * Throws Unreachable if another host answers and the event connection has not noticed yet: the kept commands must
   * reach it before newer ones.
   */
  async #requireSameHost(log: string | null): Promise<void> {
    const { done, hub } = this.#options;
    if (log === null || done.count === 0 || performance.now() - this.#lastFrameAt < RECENTLY_MS) return;
    const point = await this.#readPoint();
    if (point === null || point.log === log) return;
    if (this.#log === log) hub().reconnect();
    throw new Unreachable();
  }

  /** Returns the host's log and the number of its last event; null if the host doesn't send one. */
  async #readPoint(): Promise<LogPoint | null> {
    const { hub, readChanges } = this.#options;
    const { log, seq: since } = hub().cursor ?? { log: '', seq: 0 };
    const { value, seq } = await readChanges({ log, since, limit: 1 });
    if ('Reset' in value) return { log: value.Log, seq: value.Seq };
    return seq === undefined ? null : { log, seq };
  }

  #apply(lastSeq: number | null): void {
    const { done } = this.#options;
    const log = this.#log;
    if (log === null) return;
    done.requeueOthers(log);
    if (this.#durable === null) return done.forgetAll();
    if (lastSeq !== null) done.setHighest({ log, seq: lastSeq });
    done.forgetUpTo({ log, seq: this.#durable });
  }

  async #pointOf(log: string | null, answeredSeq: number | undefined): Promise<LogPoint | null> {
    if (log === null || this.#durable === null) return null;
    // The answer to a repeated command has none, but its event is not newer than the last one.
    const seq = answeredSeq ?? (await this.#readPoint().catch(() => null))?.seq ?? UNKNOWN;
    return this.#durable !== null && seq <= this.#durable ? null : { log, seq };
  }
}

/** A takeover by another machine takes at least this many milliseconds. */
const RECENTLY_MS = 2_000;
/** Stands for an unknown event number, until the host sends its last one on the next connection. */
const UNKNOWN = Number.MAX_SAFE_INTEGER;
