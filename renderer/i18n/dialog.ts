import type { DialogModel } from '../../shared/contract/records';
import { personName } from './person';

/** What a dialog is called: a private one by the other person. Reactive to the language. */
export function dialogName(dialog: Pick<DialogModel, 'Type' | 'Name' | 'DialogDude'>): string {
  return dialog.Type === 'private' ? personName(dialog.DialogDude) : dialog.Name;
}
