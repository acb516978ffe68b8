import type { Db } from '../db';

/**
 * The reads of a write that can run before it, for a database with slow round trips. Writes without a common conflict
 * key prefetch together and don't wait for their own inserts and updates. Such a write may be run twice.
 */
export interface PrefetchPlan {
  /** Names of the rows that the write prefetches or changes, such as those of a person or a dialog. */
  conflictKeys: readonly string[];
  /** Runs the first queries of the write, exactly as the write itself does. */
  prefetch: (db: Db) => Promise<unknown>;
}

/** A write that may have a prefetch plan. */
interface MaybePrefetched {
  plan: PrefetchPlan | undefined;
}

/**
 * Splits a group of writes into batches whose writes share no conflict key. Writes that share one, and writes without a
 * plan, keep their order.
 */
export function* batchesWithoutConflicts<W extends MaybePrefetched>(
  group: readonly W[],
): Generator<readonly W[]> {
  for (let index = 0; index < group.length;) {
    let pending = plannedFrom(group, index);
    if (pending.length === 0) yield group.slice(index, index + 1);
    index += pending.length || 1;
    while (pending.length > 0) {
      const batch = findNonConflicting(pending);
      yield [...batch];
      pending = pending.filter((write) => !batch.has(write));
    }
  }
}

/** Returns the writes with a plan from `start` up to the first one without. */
function plannedFrom<W extends MaybePrefetched>(group: readonly W[], start: number): readonly W[] {
  if (!group[start]?.plan) return [];
  const end = group.findIndex(({ plan }, index) => index > start && !plan);
  return group.slice(start, end === -1 ? group.length : end);
}

/** Returns the writes that share no conflict key with any write before them. */
function findNonConflicting<W extends MaybePrefetched>(writes: readonly W[]): ReadonlySet<W> {
  const taken = new Set<string>();
  const batch = new Set<W>();
  for (const write of writes) {
    const keys = write.plan?.conflictKeys ?? [];
    if (keys.every((key) => !taken.has(key))) batch.add(write);
    for (const key of keys) taken.add(key);
  }
  return batch;
}
