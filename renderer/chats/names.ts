import type { Author, DialogModel } from '../../shared/contract/records';
import { dialogName } from '../i18n/dialog';
import { personName, type NamedPerson } from '../i18n/person';

export { dialogName, personName };

/** "Olena": for lists and announcements. */
export function firstName(person: NamedPerson | null | undefined): string {
  return (!person?.Deleted && person?.Name) || personName(person);
}

/** What a dialog's or person's avatar takes its hue from: a private dialog has the hue of the other person. */
export function hueId(dialog: DialogModel): number {
  return dialog.Type === 'private' ? (dialog.DialogDude?.ID ?? dialog.ID) : dialog.ID;
}

/** Where a person is in addresses: the tag, or u and the number. */
export function personReference(person: Pick<Author, 'ID' | 'Link'>): string {
  return person.Link || `u${person.ID}`;
}
