import { m } from '../i18n/index.svelte';
import { copyText, toasts } from '../ui';

/** Copies a text to the clipboard and says so in a toast, or says that the browser denies access. */
export async function copy(text: string, done = m().common.copied): Promise<void> {
  try {
    await copyText(text);
    toasts.show({ message: done });
  } catch {
    toasts.show({ message: m().common.notCopied, tone: 'danger' });
  }
}
