import type { Logger } from 'pino';
import type { Caller, ReadContext } from './context';
import { findAcquaintances } from './events-queries';
import type { Lines, OpenLine } from './lines';
import { authorsOf } from './records/people';
import { findBlocked } from './records/people-queries';

const MOMENT_MS = 1000;
/** Telling goes on for so long before everybody else gets a turn. */
const TURN_MS = 5;

/**
 * Tells who came and who went to those who know them and listen to everything. It waits a moment with that: a crowd
 * that leaves at once is announced to nobody, and what is told of many leaves in few writes.
 */
export class Presence {
  readonly #lines: Lines;
  readonly #contextOf: (caller: Caller) => ReadContext;
  readonly #logger: Logger;
  readonly #changed = new Set<number>();
  #timer: NodeJS.Timeout | undefined;
  #telling: Promise<void> | null = null;

  constructor(lines: Lines, contextOf: (caller: Caller) => ReadContext, logger: Logger) {
    this.#lines = lines;
    this.#contextOf = contextOf;
    this.#logger = logger;
  }

  /** Notes that a person came or went. */
  changed(person: number): void {
    this.#changed.add(person);
    this.#timer ??= setTimeout(() => void this.settled(), MOMENT_MS).unref();
  }

  /** Tells of everybody who changed so far. */
  async settled(): Promise<void> {
    this.#telling ??= this.#tellAll()
      .catch((error: unknown) => this.#logger.error({ err: error }, 'presence could not be told'))
      .finally(() => (this.#telling = null));
    await this.#telling;
  }

  async #tellAll(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    let begun = performance.now();
    for (const person of this.#changed) {
      this.#changed.delete(person);
      await this.#tell(person);
      if (performance.now() - begun < TURN_MS) continue;
      await new Promise(setImmediate);
      begun = performance.now();
    }
  }

  /** Those whom the person blocked, or who blocked the person, see another presence than all others. */
  async #tell(person: number): Promise<void> {
    const hearing = [...this.#lines.all()].filter(
      (line) => line.live && !line.closed && line.hearsAll && line.caller.id !== person,
    );
    const [one] = hearing;
    if (!one) return;
    const { db } = this.#contextOf(one.caller);
    const people = await findAcquaintances(db, person, [...new Set(hearing.map((line) => line.caller.id))]);
    const known = new Set(people);
    const blocked = new Set(await findBlocked(db, people, person));
    await this.#tellAlike(
      person,
      hearing.filter(({ caller }) => known.has(caller.id) && !blocked.has(caller.id)),
    );
    await this.#tellAlike(
      person,
      hearing.filter(({ caller }) => blocked.has(caller.id)),
    );
  }

  async #tellAlike(person: number, lines: readonly OpenLine[]): Promise<void> {
    const [one] = lines;
    const author = one && (await authorsOf(this.#contextOf(one.caller), [person])).get(person);
    if (!author) return;
    const frame = JSON.stringify({ Type: 'online', User: person, Online: author.Online });
    for (const line of lines) line.sendEncoded(frame);
  }
}
