import type { VirtualizerHandle } from 'virtua/svelte';
import type { Row } from '../conversation/rows';

type Snapshot = ReturnType<VirtualizerHandle['getCache']>;

/** The measured heights of the rows of a list, with which it is in place in the first frame when it is shown again. */
export interface RowSizes {
  keys: readonly string[];
  snapshot: Snapshot;
}

/** Returns the heights that a list has measured. */
export function sizesOf(list: VirtualizerHandle, rows: readonly Row[]): RowSizes {
  return { keys: rows.map(({ key }) => key), snapshot: list.getCache() };
}

/** Returns the heights for rows that begin with the measured ones; undefined for others. */
export function sizesFor(sizes: RowSizes | null, rows: readonly Row[]): Snapshot | undefined {
  return sizes?.keys.every((key, index) => rows[index]?.key === key) ? sizes.snapshot : undefined;
}
