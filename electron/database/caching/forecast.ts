import type { Db } from '../db';

/**
 * What is known of a write before it runs, for a database whose answers take a while: writes that have nothing to do
 * with each other then read at once, and don't wait for what they store. Such a write may be run again.
 */
export interface Forecast {
  /** Names the rows that the write reads first or changes, such as those of a person or a dialog. */
  subjects: readonly string[];
  /** Asks what the write will ask first, with the same queries. */
  read: (db: Db) => Promise<unknown>;
}

/** A write whose forecast may be known. */
interface Foreseen {
  forecast: Forecast | undefined;
}

/**
 * Divides a group of writes into rounds of those that share no subject. Those that share one, and those without a
 * forecast, keep their order.
 */
export function* roundsOf<W extends Foreseen>(group: readonly W[]): Generator<readonly W[]> {
  for (let at = 0; at < group.length;) {
    let waiting = foreseenFrom(group, at);
    if (waiting.length === 0) yield group.slice(at, at + 1);
    at += waiting.length || 1;
    while (waiting.length > 0) {
      const round = findUnrelated(waiting);
      yield [...round];
      waiting = waiting.filter((write) => !round.has(write));
    }
  }
}

function foreseenFrom<W extends Foreseen>(group: readonly W[], at: number): readonly W[] {
  if (!group[at]?.forecast) return [];
  const end = group.findIndex(({ forecast }, index) => index > at && !forecast);
  return group.slice(at, end === -1 ? group.length : end);
}

/** Returns the writes that share no subject with any before them. */
function findUnrelated<W extends Foreseen>(writes: readonly W[]): ReadonlySet<W> {
  const named = new Set<string>();
  const unrelated = new Set<W>();
  for (const write of writes) {
    const subjects = write.forecast?.subjects ?? [];
    if (subjects.every((subject) => !named.has(subject))) unrelated.add(write);
    for (const subject of subjects) named.add(subject);
  }
  return unrelated;
}
