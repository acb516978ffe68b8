import { ownStorage as en, type OwnStorageMessages } from '../../i18n/en/media/own-storage';
import { ownStorage as uk } from '../../i18n/uk/media/own-storage';
import { inLanguage } from '../../i18n/index.svelte';

/** Returns the texts about the person's storage in the current language. Reactive as `m()`. */
export function ownStorageText(): OwnStorageMessages {
  return inLanguage({ en, uk });
}
