import { titleOf } from '../../shared/alerts/lines';
import type { DialogModel } from '../../shared/contract/records';
import { m } from './index.svelte';

/** Returns the name of a dialog; a private one is named after the other person. Reactive to the language. */
export function dialogName(dialog: Pick<DialogModel, 'Type' | 'Name' | 'DialogDude'>): string {
  return titleOf(dialog, m().alerts);
}
