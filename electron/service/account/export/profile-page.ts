import type { UserModel } from '../../../../shared/contract/records';
import type { ExportedField } from '../../../../shared/texts/data-export';
import type { ExportLocale } from './export-locale';
import { pageOf, tableOf } from './page';

/** Generates the page of what the caller says about themselves; `profile.json` has the rest. */
export function profilePage(locale: ExportLocale, person: UserModel): AsyncGenerator<string> {
  const { title, headings, fields } = locale.texts.profile;
  const all: [ExportedField, string | undefined][] = [
    ['name', person.Name],
    ['surname', person.Surname],
    ['tag', person.Link],
    ['email', person.Email],
    ['reserveEmail', person.EmailReserve],
    ['status', person.Status],
    ['about', person.About],
    ['birthday', person.Birthday],
    ['city', person.CityNative],
    ['region', person.RegionNative],
    ['work', person.WorksAt],
    ['website', person.Website],
    ['coins', String(person.Coins)],
    ['registered', locale.timeOf(person.RegisterDate)],
  ];
  const filled = all.flatMap(([field, text]) => (text ? [[fields[field], text]] : []));
  return pageOf(locale, { title }, tableOf(locale, headings, filled));
}
