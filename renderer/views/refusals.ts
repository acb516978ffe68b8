import { communityOutbox } from '../api';
import { m } from '../i18n/index.svelte';
import { router } from '../router.svelte';
import { reasonOf } from '../settings/outbox/descriptions';
import { toasts } from '../ui';

/** Shows a toast for what the host refuses, until the returned function is called. */
export function followRefusals(): () => void {
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
