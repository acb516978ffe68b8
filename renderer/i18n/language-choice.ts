import { toasts } from '../ui';
import { language, m, type LanguageCode } from './index.svelte';

/** Changes the language of everything at once; says so where its words can't be fetched, and leaves the one before. */
export async function chooseLanguage(code: LanguageCode): Promise<void> {
  try {
    await language.choose(code);
  } catch {
    toasts.show({ message: m().common.failed.offline, tone: 'danger' });
  }
}
