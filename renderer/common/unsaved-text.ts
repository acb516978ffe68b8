import { unsaved as en, type UnsavedMessages } from '../i18n/en/unsaved';
import { unsaved as uk } from '../i18n/uk/unsaved';
import { inLanguage } from '../i18n/index.svelte';

/** Returns the texts of the question before a filled form closes, in the current language. Reactive as `m()`. */
export function unsavedText(): UnsavedMessages {
  return inLanguage({ en, uk });
}
