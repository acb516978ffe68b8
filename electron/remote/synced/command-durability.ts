import { Unreachable } from '../../../shared/client/transport';
import { AppError } from '../../../shared/errors';
import type { Frame } from '../../../shared/events';
import type { DoneCommands, LogPoint } from '../../outbox/done-commands';
import type { SentAnswer } from '../../outbox/outbox-sender';
import type { Answer } from '../../service';

export interface CommandDurabilityOptions {
  done: DoneCommands;
  /** Asks the host for the number of the last event of its log; undefined if it doesn't say. */
  readSeq: () => Promise<number | undefined>;
}

/**
 * Keeps done commands until the host's standby has them, and lets them be sent again when another host took over without them:
 * that one has another event log.
 */
export class CommandDurability {
  readonly #options: CommandDurabilityOptions;
  #log: string | null = null;
  /** The number of the last event that the standby has; null if there is no standby. */
  #durable: number | null = null;

  constructor(options: CommandDurabilityOptions) {
    this.#options = options;
  }

  /** Call it with every frame from the host, before anything is sent because of it. */
  note(frame: Frame): void {
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
   * Sends a command, and adds to its answer how long it is to be kept. Throws Unreachable if another host took over meanwhile:
   * it is unknown which of them has done it.
   */
  async send(attempt: () => Promise<Answer<unknown>>): Promise<SentAnswer> {
    const log = this.#log;
    const answer = await attempt();
    const keptUntil = await this.#pointOf(log, answer.seq);
    if (this.#log !== log) throw new Unreachable();
    return { ...answer, keptUntil };
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
    const seq = answered ?? (await this.#options.readSeq().catch(() => undefined)) ?? UNKNOWN;
    return this.#durable !== null && seq <= this.#durable ? null : { log, seq };
  }
}

/** Until the host says its number at the next contact. */
const UNKNOWN = Number.MAX_SAFE_INTEGER;
