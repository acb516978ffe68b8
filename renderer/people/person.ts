import type { Author } from '../../shared/contract/records';
import { addressOf } from '../routes';

/** The address of a person's page: by tag where there is one. */
export function pageOf(person: Pick<Author, 'ID' | 'Link'>): string {
  return addressOf({ view: 'person', user: person.Link || String(person.ID) });
}
