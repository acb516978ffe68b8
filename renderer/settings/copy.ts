import { m } from '../i18n/index.svelte';
import { copyText, toasts } from '../ui';

/** Puts a text on the clipboard and says so; where the browser doesn't let it, says that. */
export async function copy(text: string): Promise<void> {
  try {
    await copyText(text);
    toasts.show({ message: m().common.copied });
  } catch {
    toasts.show({ message: m().common.notCopied, tone: 'danger' });
  }
}
