import { Unreachable } from '../../../shared/client/transport';
import { AppError } from '../../../shared/errors';
import type { Input, Output } from '../../../shared/contract';
import type { Frame } from '../../../shared/events';
import type { DoneCommands, LogPoint } from '../../outbox/done-commands';
import type { SentAnswer } from '../../outbox/outbox-sender';
import type { Answer } from '../../service';
import type { EventHub } from '../event-hub';

/** The done commands that CommandDurability watches, and how it asks the host about them. */
export interface CommandDurabilityOptions {
  done: DoneCommands;
  hub: () => Pick<EventHub, 'cursor' | 'reconnect'>;
  /** Asks the host for the changes after a point of its log. */
  readChanges: (input: Input<'sync.changes'>) => Promise<Answer<Output<'sync.changes'>>>;
}

/**
 * Keeps done commands until the host's standby has them, and lets them be sent again when another host took over
 * without them: that one has another event log.
 */
export class CommandDurability {
  readonly #options: CommandDurabilityOptions;
  #log: string | null = null;
  /** The number of the last event that the standby has; null if there is no standby. */
  #durable: number | null = null;
  /** When the host last sent a frame, in monotonic milliseconds. */
  #heardAt = 0;

  constructor(options: CommandDurabilityOptions) {
    this.#options = options;
  }

  /** Call it with every frame from the host, before anything is sent because of it. */
  note(frame: Frame): void {
    this.#heardAt = performance.now();
    if (frame.Type === 'hello') this.#log = frame.Log;
    else if (!('Durable' in frame) || frame.Durable === undefined || frame.Durable === this.#durable) return;
    this.#durable = ('Durable' in frame ? frame.Durable : null) ?? null;
    try {
      this.#apply(frame.Type === 'hello' ? frame.Seq : null);
    } catch (error) {
      // The own disk takes nothing: what was to be forgotten is kept, and sent again at the next contact if need be.
      if (!(error instanceof AppError && error.code === 'unavailable')) throw error;
    }
  }

  /**
   * Sends a command, and adds to its answer how long it is to be kept. Throws Unreachable if another host took over
   * meanwhile: it is unknown which of them has done it.
   */
  async send(attempt: () => Promise<Answer<unknown>>): Promise<SentAnswer> {
    const log = this.#log;
    await this.#requireSameHost(log);
    const answer = await attempt();
    const keptUntil = await this.#pointOf(log, answer.seq);
    if (this.#log !== log) throw new Unreachable();
    return { ...answer, keptUntil };
  }

  /**
   * Throws Unreachable if another host answers, before the connection for events has noticed: what is kept must reach
   * it before anything newer.
   */
  async #requireSameHost(log: string | null): Promise<void> {
    const { done, hub } = this.#options;
    if (log === null || done.count === 0 || performance.now() - this.#heardAt < RECENTLY_MS) return;
    const point = await this.#readPoint();
    if (point === null || point.log === log) return;
    if (this.#log === log) hub().reconnect();
    throw new Unreachable();
  }

  /** The host's log and the number of its last event; null if the host doesn't say. */
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

  async #pointOf(log: string | null, answered: number | undefined): Promise<LogPoint | null> {
    if (log === null || this.#durable === null) return null;
    // The answer to a repeated command has none: it was done before now.
    const seq = answered ?? (await this.#readPoint().catch(() => null))?.seq ?? UNKNOWN;
    return this.#durable !== null && seq <= this.#durable ? null : { log, seq };
  }
}

/** In fewer milliseconds no other machine takes over. */
const RECENTLY_MS = 2_000;
/** Until the host says its number at the next contact. */
const UNKNOWN = Number.MAX_SAFE_INTEGER;
