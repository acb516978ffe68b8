import type { Logger } from 'pino';
import type { Caller, ReadContext } from './context';
import { findAcquaintances } from './events-queries';
import type { Lines, OpenLine } from './lines';
import { authorsOf } from './records/people';
import { findBlocked } from './records/people-queries';

/**
 * Tells who came and who went to those who know them and listen to everything. One person after the other, with a turn
 * for everybody else between: whoever comes and goes while others are told of is told of once.
 */
export class Presence {
  readonly #lines: Lines;
  readonly #contextOf: (caller: Caller) => ReadContext;
  readonly #logger: Logger;
  readonly #changed = new Set<number>();
  #telling: Promise<void> | null = null;

  constructor(lines: Lines, contextOf: (caller: Caller) => ReadContext, logger: Logger) {
    this.#lines = lines;
    this.#contextOf = contextOf;
    this.#logger = logger;
  }

  /** Notes that a person came or went. */
  changed(person: number): void {
    this.#changed.add(person);
    this.#telling ??= this.#tellAll()
      .catch((error: unknown) => this.#logger.error({ err: error }, 'presence could not be told'))
      .finally(() => (this.#telling = null));
  }

  /** Waits until everybody so far was told of. */
  async settled(): Promise<void> {
    await this.#telling;
  }

  async #tellAll(): Promise<void> {
    for (const person of this.#changed) {
      this.#changed.delete(person);
      await this.#tell(person);
      await new Promise(setImmediate);
    }
  }

  /** Those whom the person blocked, or who blocked the person, see another presence than all others. */
  async #tell(person: number): Promise<void> {
    const hearing = [...this.#lines.all()].filter(
      (line) => line.live && line.hearsAll && line.caller.id !== person,
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
