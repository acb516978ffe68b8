import { on } from 'svelte/events';
import { onReconnect } from '../api/on-reconnect.svelte';
import { inLanguage, m } from '../i18n/index.svelte';
import { updates as en } from '../i18n/en/updates';
import { updates as uk } from '../i18n/uk/updates';
import { toasts } from '../ui';

/**
 * Offers to load these pages again when the host has a newer version of them, or when code is missing that what the
 * person opened needs and that says nothing itself. Ends when the returned function is called.
 */
export function followHostPages(): () => void {
  const failures = new WeakSet<Error>();
  const offs = [
    on(window, 'vite:preloadError', ({ payload }) => void failures.add(payload)),
    on(window, 'unhandledrejection', (event) => {
      if (!(event.reason instanceof Error && failures.has(event.reason))) return;
      event.preventDefault();
      void offerMissingCode();
    }),
    // A host is restarted when it is updated.
    onReconnect(() => void offerUpdate()),
  ];
  return () => offs.forEach((off) => off());
}

let closeLast: (() => void) | undefined;

async function offerUpdate(): Promise<void> {
  if (!(await isOutdated())) return;
  const { updated, reload } = inLanguage({ en, uk });
  closeLast?.();
  closeLast = toasts.show({
    message: updated,
    action: { label: reload, run: () => void reloadPages() },
    // The pages go on working, so the person chooses when.
    time: Infinity,
  });
}

async function offerMissingCode(): Promise<void> {
  // The host no longer has the code of an older version.
  if (await isOutdated()) return offerUpdate();
  closeLast?.();
  closeLast = toasts.show({
    message: m().common.failed.title,
    tone: 'danger',
    action: { label: m().common.tryAgain, run: () => void reloadPages() },
  });
}

/** Returns whether the host has another version of these pages. The name of their script is made of their content. */
async function isOutdated(): Promise<boolean> {
  const html = await readPage();
  return html !== null && scriptOf(new DOMParser().parseFromString(html, 'text/html')) !== scriptOf(document);
}

function scriptOf(page: Document): string | null | undefined {
  return page.querySelector('script[type=module]')?.getAttribute('src');
}

/** Chromium remembers the failure of a module until the page is loaded again. If the host is away, the page stays. */
async function reloadPages(): Promise<void> {
  if ((await readPage()) !== null) location.reload();
  else toasts.show({ message: m().common.failed.unreachable, tone: 'danger' });
}

/** Returns the page as the host has it now; null if the host doesn't answer. */
async function readPage(): Promise<string | null> {
  try {
    const answer = await fetch(location.pathname, { headers: { accept: 'text/html' } });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}
