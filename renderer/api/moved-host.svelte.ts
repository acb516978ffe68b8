import { storedKeys } from './storage';
import { uploads } from './uploads/uploads.svelte';

/**
 * Finds out whether another computer hosts the community now. For pages in a browser: a former host answers requests
 * with an error whose `urls` are the addresses of the new host.
 */
class MovedHost {
  #url = $state<string | null>(null);

  /** The address of the current view on the new host; null unless the community is known to have moved. Reactive. */
  get url(): string | null {
    return this.#url && new URL(location.pathname + location.hash, this.#url).href;
  }

  /** Whether the page may go there on its own. False while something is unsent: it is stored for this address only. */
  get mayFollow(): boolean {
    return !uploads.hasUnfinished && UNSENT_PREFIXES.every((prefix) => storedKeys(prefix).length === 0);
  }

  /** Asks the former host, which may still answer at the address of this page. */
  async check(): Promise<void> {
    try {
      const response = await fetch('/', {
        headers: { accept: 'application/json' },
        cache: 'no-store',
        // Otherwise questions that nobody answers would use up all connections of the browser.
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      this.#url = response.status === 503 ? newHost(await response.json()) : null;
    } catch {
      // No host answers, or a proxy answers in its place.
    }
  }

  /** Opens the current view on the new host. */
  follow(): void {
    if (this.url) location.replace(this.url);
  }
}

/** The storage keys of queued messages, drafts of messages and posts, and unsaved settings. */
const UNSENT_PREFIXES = ['courtyard.outbox.', 'courtyard.drafts.', 'courtyard.posts.', 'courtyard.edits.'];
const TIMEOUT_MS = 4_000;

/** Returns an address of the new host whose protocol is as secure as this page's, since the answer can't be trusted. */
function newHost(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null || !('urls' in answer)) return null;
  const urls = (Array.isArray(answer.urls) ? answer.urls : []).map(String).filter((url) => URL.canParse(url));
  const withProtocol = (protocol: string) => urls.find((url) => new URL(url).protocol === protocol);
  return withProtocol(location.protocol) ?? withProtocol('https:') ?? null;
}

/** The community's new host, shared by all pages. */
export const movedHost = new MovedHost();
