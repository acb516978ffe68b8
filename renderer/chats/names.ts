import type { Author, DialogModel } from '../../shared/contract/records';
import { dialogName, isSaved } from '../i18n/dialog';
import { personName, type NamedPerson } from '../i18n/person';

export { dialogName, isSaved, personName };

/** Returns the first name ("Olena"), for lists and announcements. */
export function firstName(person: NamedPerson | null | undefined): string {
  return (!person?.Deleted && person?.Name) || personName(person);
}

/** Returns the id that determines an avatar's hue: a private dialog has the hue of the other person. */
export function hueId(dialog: DialogModel): number {
  return dialog.Type === 'private' ? (dialog.DialogDude?.ID ?? dialog.ID) : dialog.ID;
}

/** Returns how addresses refer to a person: by tag, or by u and the id. */
export function personReference(person: Pick<Author, 'ID' | 'Link'>): string {
  return person.Link || `u${person.ID}`;
}
