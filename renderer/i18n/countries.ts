import { countries } from '../../shared/locale/countries';
import { countryName } from './format';
import { language } from './index.svelte';

/** The options of a select for a country, sorted by name; the first stands for none. Reactive to the language. */
export function countryOptions(none: string): { value: string; label: string }[] {
  const order = new Intl.Collator(language.locale);
  const named = countries().map(({ number, code }) => ({ value: String(number), label: countryName(code) }));
  named.sort((one, other) => order.compare(one.label, other.label));
  return [{ value: '0', label: none }, ...named];
}
