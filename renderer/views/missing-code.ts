import { on } from 'svelte/events';
import { m } from '../i18n/index.svelte';
import { toasts } from '../ui';

/**
 * Tells the person if code is missing that what they opened needs and that says nothing itself, because the host is
 * away or has a newer version. Ends when the returned function is called.
 */
export function followMissingCode(): () => void {
  const failures = new WeakSet<Error>();
  const offs = [
    on(window, 'vite:preloadError', ({ payload }) => void failures.add(payload)),
    on(window, 'unhandledrejection', (event) => {
      if (!(event.reason instanceof Error && failures.has(event.reason))) return;
      event.preventDefault();
      offerReload();
    }),
  ];
  return () => offs.forEach((off) => off());
}

let closeLast: (() => void) | undefined;

function offerReload(): void {
  closeLast?.();
  closeLast = toasts.show({
    message: m().common.failed.title,
    tone: 'danger',
    action: { label: m().common.tryAgain, run: () => void reload() },
  });
}

/** Chromium remembers the failure of a module until the page is loaded again. If the host is away, the page stays. */
async function reload(): Promise<void> {
  const isReachable = await fetch(location.href).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isReachable) location.reload();
  else toasts.show({ message: m().common.failed.unreachable, tone: 'danger' });
}
