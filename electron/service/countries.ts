import { countryCode } from '../../shared/locale/countries';
import { invalid } from '../../shared/errors';

/** Throws `validation_error` of `country` if the country doesn't exist. 0 means none. */
export function requireKnownCountry(country = 0): void {
  if (country !== 0 && countryCode(country) === undefined) throw invalid('country', 'is not a known country');
}
