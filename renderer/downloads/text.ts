import { downloads as en, type DownloadMessages } from '../i18n/en/media/downloads';
import { downloads as uk } from '../i18n/uk/media/downloads';
import { inLanguage } from '../i18n/index.svelte';

/** Returns the texts about downloads in the current language. Reactive as `m()`. */
export function downloadText(): DownloadMessages {
  return inLanguage({ en, uk });
}
