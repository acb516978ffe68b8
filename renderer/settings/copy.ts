import { m } from '../i18n/index.svelte';
import { copyText, toasts } from '../ui';

/** Copies a text to the clipboard and shows a toast. The toast is an error when the browser denies access. */
export async function copy(text: string): Promise<void> {
  try {
    await copyText(text);
    toasts.show({ message: m().common.copied });
  } catch {
    toasts.show({ message: m().common.notCopied, tone: 'danger' });
  }
}
