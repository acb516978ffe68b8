import { countryCode } from '../../shared/locale/countries';
import { filterChips, type ListFilter } from '../i18n/filter-chips';
import { countryName } from '../i18n/format';
import { m } from '../i18n/index.svelte';
import type { DialogFilters, PublicDialogs } from './public-dialogs.svelte';

/** Returns the active filters of the list, each with what removes it. */
export function activeFilters(list: PublicDialogs) {
  const { type, topic, country } = list.filters;
  const code = countryCode(country);
  const all: ListFilter<DialogFilters>[] = [
    { label: type ? (m().discover.types[type] ?? '') : '', without: { type: 0 } },
    { label: topic ? (m().chats.topics[topic] ?? '') : '', without: { topic: 0 } },
    { label: code ? countryName(code) : '', without: { country: 0 } },
  ];
  return filterChips(all, (without) => list.search(without));
}
