import type { Output, Parsed } from '../../../shared/contract';
import { countries, countryCode } from '../../../shared/locale/countries';
import { AppError } from '../../../shared/errors';
import { languages } from '../../../shared/locale/languages';
import { requirePerson } from '../access/access';
import type { ReadContext } from '../context';
import type { Handlers } from '../dispatch';

type Names = 'geo.countries' | 'geo.regions' | 'geo.cities' | 'geo.languages';

/** Handlers of the numbered countries and languages that profiles, dialogs and posts refer to. */
export const geoHandlers = {
  'geo.countries': listCountries,
  'geo.regions': listNone,
  'geo.cities': listNone,
  'geo.languages': listLanguages,
} satisfies Pick<Handlers, Names>;

function listCountries(ctx: ReadContext, { lang }: Parsed<'geo.countries'>): Output<'geo.countries'> {
  requirePerson(ctx);
  const names = new Intl.DisplayNames([lang], { type: 'region' });
  return countries().map(({ number, code }) => ({ ID: number, Code: code, Name: names.of(code) ?? code }));
}

/** The host has no data about regions and cities; profiles name them in free text. */
function listNone(ctx: ReadContext, { country_id }: Parsed<'geo.regions' | 'geo.cities'>): [] {
  requirePerson(ctx);
  if (countryCode(country_id) === undefined) throw new AppError('not_found');
  return [];
}

function listLanguages(ctx: ReadContext, { lang }: Parsed<'geo.languages'>): Output<'geo.languages'> {
  requirePerson(ctx);
  const names = new Intl.DisplayNames([lang], { type: 'language' });
  return languages().map(({ number, code }) => ({ ID: number, Code: code, Name: names.of(code) ?? code }));
}
