import type { Logger } from 'pino';
import { AppError } from '../../../shared/errors';
import type { Event } from '../../../shared/events';
import { SOCKET } from '../../../shared/limits';
import type { Caller } from '../context';
import type { EventRow } from './queries';
import type { Lines, OpenLine } from './event-connections';
import type { ListenerOptions } from '../session';

/** Throws `rate_limit_exceeded` where a token has as many lines as it may have. */
export function requireRoom(lines: Lines, caller: Caller): void {
  if (lines.countOf(caller) < SOCKET.perToken) return;
  const sentence = `This session has ${SOCKET.perToken} event connections, which is the limit. Close one and try again.`;
  throw new AppError('rate_limit_exceeded', sentence, { retryAfter: SOCKET.ping });
}

/** Where a listener goes on from; null where they begin anew, or the log no longer holds all that came since. */
export function missedSince(
  { since, log }: Pick<ListenerOptions, 'since' | 'log'>,
  known: { log: string; oldest: number; seq: number },
): number | null {
  if (since === undefined || (log !== undefined && log !== known.log)) return null;
  return since >= known.oldest - 1 && since <= known.seq ? since : null;
}

/** The event log and its surroundings, as replays use them. */
export interface ReplaySource {
  /** The last committed number. */
  seq: () => number;
  /** Events of a range that the person of a line may hear, oldest first. */
  read: (line: OpenLine, range: { since: number; until: number; limit: number }) => Promise<EventRow[]>;
  /** What an event says to them; null where there is nothing left to say. */
  record: (line: OpenLine, row: EventRow) => Promise<Event | null>;
  /** Whether calls are being answered or new events delivered, which go first. */
  isBusy: () => boolean;
  logger: Logger;
}

/**
 * Sends what connections have missed, in slices of a few milliseconds between which everybody else has a turn. Whoever
 * has been served least comes first, so that a short replay never waits for long ones. Connections of one person at the
 * same place share their records.
 */
export class Replays {
  readonly #source: ReplaySource;
  readonly #waiting = new Set<OpenLine>();
  /** Milliseconds that were spent on each person who waits. */
  readonly #spent = new Map<number, number>();
  #running: Promise<void> | null = null;
  #sliceBegan = 0;

  constructor(source: ReplaySource) {
    this.#source = source;
  }

  /** Sends everything after a line's cursor; the line is live afterwards. */
  begin(line: OpenLine): void {
    this.#waiting.add(line);
    this.#running ??= this.#run().finally(() => (this.#running = null));
  }

  /** Waits until nobody waits. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    await this.#giveWay();
    for (let group = this.#next(); group.length > 0; group = this.#next()) {
      try {
        await this.#sendPage(group);
      } catch (error) {
        this.#source.logger.error({ err: error }, 'a replay failed');
        for (const line of group) line.end(1011, 'replay failed');
      }
      await this.#giveWay();
    }
    this.#spent.clear();
  }

  /** The lines of the person who was served least, that are at the same place as the one of them that waits longest. */
  #next(): OpenLine[] {
    let first: OpenLine | undefined;
    for (const line of this.#waiting) {
      if (line.closed) this.#waiting.delete(line);
      else if (!first || this.#spentOn(line) < this.#spentOn(first)) first = line;
    }
    return first ? [...this.#waiting].filter((line) => isAlike(line, first)) : [];
  }

  async #sendPage(group: readonly OpenLine[]): Promise<void> {
    const [first] = group;
    if (!first) return;
    const since = first.cursor;
    const until = Math.min(this.#source.seq(), since + EVENTS_SCANNED);
    const rows = await this.#source.read(first, { since, until, limit: EVENTS_READ });
    for (const row of rows) {
      const event = await this.#source.record(first, row);
      const frame = event && JSON.stringify(event);
      for (const line of group) {
        if (frame !== null) line.sendEncoded(frame);
        line.cursor = row.seq;
      }
      if (performance.now() - this.#sliceBegan >= SLICE_MS) await this.#pause(first);
      if (group.every((line) => line.closed)) return;
    }
    for (const line of group) {
      if (rows.length < EVENTS_READ) line.cursor = until;
      this.#waiting.delete(line);
      // No event can be committed between this comparison and the switch: both are in one turn.
      if (line.cursor === this.#source.seq()) line.live = true;
      else this.#waiting.add(line);
    }
    this.#note(first);
  }

  async #pause(line: OpenLine): Promise<void> {
    this.#note(line);
    await this.#giveWay();
  }

  #note(line: OpenLine): void {
    this.#spent.set(line.caller.id, this.#spentOn(line) + performance.now() - this.#sliceBegan);
  }

  #spentOn(line: OpenLine): number {
    return this.#spent.get(line.caller.id) ?? 0;
  }

  /** Lets others have at least one turn, and more while they are busy, but not forever. */
  async #giveWay(): Promise<void> {
    const begun = performance.now();
    await new Promise(setImmediate);
    while (this.#source.isBusy() && performance.now() - begun < LONGEST_PAUSE_MS)
      await new Promise((resolve) => setTimeout(resolve, 1));
    this.#sliceBegan = performance.now();
  }
}

/** Milliseconds that a replay goes on before others have a turn, and that it lets them go first at most. */
const SLICE_MS = 4;
const LONGEST_PAUSE_MS = 25;
/** How many events are read at once, and among how many they are looked for: most may be for others. */
const EVENTS_READ = 50;
const EVENTS_SCANNED = 1000;

function isAlike(one: OpenLine, other: OpenLine): boolean {
  return one.caller.id === other.caller.id && one.isAdmin === other.isAdmin && one.cursor === other.cursor;
}
