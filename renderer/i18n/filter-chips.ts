import { m } from './index.svelte';

/** A filter of a list, and the filters without it; an empty label means that it is not active. */
export type ListFilter<Filters> = { label: string; without: Partial<Filters> };

/** Returns a removable chip for each active filter. `search` searches again with changed filters. */
export function filterChips<Filters>(
  filters: readonly ListFilter<Filters>[],
  search: (without: Partial<Filters>) => void,
) {
  return filters
    .filter(({ label }) => label)
    .map(({ label, without }) => ({
      label,
      removeLabel: m().people.filters.drop(label),
      onremove: () => search(without),
    }));
}
