import { toasts } from '../ui';
import { language, m, type LanguageCode } from './index.svelte';

/**
 * Switches the language of the interface. If the texts can't be loaded, shows an error and keeps the current language.
 */
export async function chooseLanguage(code: LanguageCode): Promise<void> {
  try {
    await language.choose(code);
  } catch {
    toasts.show({ message: m().common.failed.offline, tone: 'danger' });
  }
}
