import type { Author, DialogModel } from '../contract/records';
import type { AlertTexts } from '../texts/en/alerts';

/** What a name is built from. */
export type NamedPerson = Pick<Author, 'Name' | 'Surname'> & { Deleted?: boolean | number };

/** A person's full name; a fixed text for deleted accounts. */
export function nameOf(person: NamedPerson | null | undefined, texts: AlertTexts): string {
  const name = person && !person.Deleted ? `${person.Name} ${person.Surname}`.trim() : '';
  return name || texts.gone;
}

/** The title of a dialog; a private one has the other person's name. */
export function titleOf(
  dialog: Pick<DialogModel, 'Type' | 'Name' | 'DialogDude'>,
  texts: AlertTexts,
): string {
  return dialog.Type === 'private' ? nameOf(dialog.DialogDude, texts) : dialog.Name;
}
