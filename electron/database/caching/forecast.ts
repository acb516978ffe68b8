import type { Db } from '../db';

/**
 * What is known of a write before it runs, for a database whose answers take a while: the writes of a group then read
 * all at once, and don't wait for what they store. Such a write may be run again.
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

/** Returns the writes of a group that nothing before them in the group affects. */
export function findUnaffected<W extends Foreseen>(group: readonly W[]): (W & { forecast: Forecast })[] {
  const unforeseen = group.findIndex(({ forecast }) => !forecast);
  const changed = new Set<string>();
  return group
    .slice(0, unforeseen === -1 ? group.length : unforeseen)
    .filter((write): write is W & { forecast: Forecast } => {
      const subjects = write.forecast?.subjects ?? [];
      const isUnaffected = subjects.every((subject) => !changed.has(subject));
      for (const subject of subjects) changed.add(subject);
      return isUnaffected;
    });
}
