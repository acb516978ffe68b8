import { communityOutbox } from '../api';
import { ownChats } from '../chats';
import { dialogName } from '../i18n/dialog';
import { m } from '../i18n/index.svelte';
import { personName } from '../i18n/person';
import { router } from '../router.svelte';
import { reasonOf, useNames } from '../settings/outbox/descriptions';
import { toasts } from '../ui';

/** Shows a toast for what the host refuses, until the returned function is called. Descriptions use names of chats. */
export function followRefusals(): () => void {
  useNames({ chat: chatName, person: nameOf });
  return communityOutbox.onRefused((refused) => {
    const t = m().outbox;
    const [first] = refused;
    const { route } = router;
    if (!first || (route.view === 'settings' && route.page === 'outbox')) return;
    toasts.show({
      message: refused.length > 1 ? t.failedSeveral(refused.length) : t.failed(reasonOf(first)),
      tone: 'danger',
      action: { label: t.open, run: () => router.go({ view: 'settings', page: 'outbox' }) },
    });
  });
}

function chatName(id: number): string {
  const dialog = ownChats.now?.dialogs.find(id);
  return dialog ? dialogName(dialog) : '';
}

function nameOf(id: number): string {
  const person = ownChats.now?.people.find(id);
  return person ? personName(person) : '';
}
