import { countryCode } from '../../../shared/locale/countries';
import { filterChips, type ListFilter } from '../../i18n/filter-chips';
import { countryName } from '../../i18n/format';
import { m } from '../../i18n/index.svelte';
import type { PeopleFilters, PeopleList } from './people.svelte';

/** Returns the active filters of the list, each with what removes it. */
export function activeFilters(list: PeopleList) {
  const t = m().people;
  const { country, region, city, works, relationships, hasPicture, online } = list.filters;
  const code = countryCode(country);
  const all: ListFilter<PeopleFilters>[] = [
    { label: code ? countryName(code) : '', without: { country: 0 } },
    { label: region.trim(), without: { region: '' } },
    { label: city.trim(), without: { city: '' } },
    { label: works.trim(), without: { works: '' } },
    {
      label: relationships ? (m().common.relationships[relationships] ?? '') : '',
      without: { relationships: 0 },
    },
    { label: hasPicture ? t.filters.picture : '', without: { hasPicture: false } },
    { label: online ? t.online : '', without: { online: false } },
  ];
  return filterChips(all, (without) => list.search(without));
}
