import type { Logger } from 'pino';
import type { Frame } from '../../../shared/events';
import type { Caller, ReadContext } from '../context';
import { findAcquaintances } from './queries';
import type { Lines } from './event-connections';
import { authorsOf } from '../people/records';
import { findBlocked } from '../people/records-queries';

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

  /** To those of whom one blocked the other, and where it is hidden or only about so, anything told would tell it. */
  async #tell(person: number): Promise<void> {
    const hearing = [...this.#lines.all()].filter(
      (line) => line.live && !line.closed && line.hearsAll && line.caller.id !== person,
    );
    const [one] = hearing;
    if (!one) return;
    const { db } = this.#contextOf(one.caller);
    const people = await findAcquaintances(db, person, [...new Set(hearing.map((line) => line.caller.id))]);
    const blocked = new Set(await findBlocked(db, people, person));
    const told = new Set(people.filter((id) => !blocked.has(id)));
    const lines = hearing.filter((line) => told.has(line.caller.id));
    const [viewer] = lines;
    const author = viewer && (await authorsOf(this.#contextOf(viewer.caller), [person])).get(person);
    if (author?.Online.Degree !== 'exact') return;
    const frame = JSON.stringify({ Type: 'online', User: person, Online: author.Online } satisfies Frame);
    for (const line of lines) line.sendEncoded(frame);
  }
}
