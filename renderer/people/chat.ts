import { call } from '../api';
import { messageErrorText } from '../i18n/errors';
import { router } from '../router.svelte';
import { toasts } from '../ui';

/** Opens the private chat with a person, and creates it if it does not exist. */
export async function openChat(person: number): Promise<void> {
  try {
    const { ID } = await call('dialogs.createPrivate', { user_id: person });
    router.go({ view: 'chats', dialogId: ID });
  } catch (error) {
    toasts.show({ message: messageErrorText(error), tone: 'danger' });
  }
}
