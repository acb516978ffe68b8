import type { UserModel } from '../../../../shared/contract/records';
import { pageOf, tableOf, timeOf } from './page';

/** Generates the page of what the caller says about themselves; `profile.json` has the rest. */
export function profilePage(person: UserModel): AsyncGenerator<string> {
  const all: [string, string | undefined][] = [
    ['Name', person.Name],
    ['Surname', person.Surname],
    ['Tag', person.Link],
    ['E-mail', person.Email],
    ['Second e-mail', person.EmailReserve],
    ['Status', person.Status],
    ['About', person.About],
    ['Birthday', person.Birthday],
    ['City', person.CityNative],
    ['Region', person.RegionNative],
    ['Work', person.WorksAt],
    ['Website', person.Website],
    ['Coins', String(person.Coins)],
    ['Registered', timeOf(person.RegisterDate)],
  ];
  const filled = all.filter((row): row is [string, string] => Boolean(row[1]));
  return pageOf({ title: 'Profile' }, tableOf(['What', 'Text'], filled));
}
