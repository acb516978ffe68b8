import { z } from 'zod';
import { interfaceLanguages } from '../locale/interface-languages';
import { read } from './endpoint';
import { identifier } from './values';

/** A country, by its number in profiles and dialogs. */
export const Country = z.object({ ID: z.number(), Code: z.string(), Name: z.string() });

/** A region of a country. */
export const Region = z.object({ ID: z.number(), Country: z.number(), Name: z.string() });

/** A city; `Region` is 0 if its country has no regions. */
export const City = z.object({ ID: z.number(), Country: z.number(), Region: z.number(), Name: z.string() });

/** A language, by its number in profiles and posts. */
export const Language = z.object({ ID: z.number(), Code: z.string(), Name: z.string() });

const country = { country_id: identifier() };
const lang = () =>
  z.enum(interfaceLanguages).default('en').meta({ description: 'The language of the names.' });

export const geo = {
  'geo.countries': read('GET /countries', {
    summary: 'All countries with their ISO 3166-1 alpha-2 codes.',
    since: '1.0.0',
    input: z.object({ lang: lang() }),
    output: z.array(Country),
  }),
  'geo.regions': read('GET /countries/{country_id}/regions', {
    summary: 'The regions of a country. There is no data about them yet: the list is empty.',
    since: '1.0.0',
    input: z.object({ ...country, lang: lang() }),
    output: z.array(Region),
  }),
  'geo.cities': read('GET /countries/{country_id}/regions/{region_id}/cities', {
    also: ['GET /countries/{country_id}/cities'],
    summary: 'The cities of a country or region. There is no data about them yet: the list is empty.',
    since: '1.0.0',
    input: z.object({ ...country, region_id: identifier().optional(), lang: lang() }),
    output: z.array(City),
  }),
  'geo.languages': read('GET /languages', {
    summary: 'All languages with their ISO 639-1 codes.',
    since: '1.0.0',
    input: z.object({ lang: lang() }),
    output: z.array(Language),
  }),
} as const;
