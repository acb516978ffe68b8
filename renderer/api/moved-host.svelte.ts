import { storedKeys } from './storage';

/**
 * Whether another computer hosts the community now, for a page in a browser whose host doesn't answer any more: a
 * former host says in the `urls` of its error where the community is.
 */
class MovedHost {
  #url = $state<string | null>(null);

  /** The address of the current view on the new host; null while this one is right or nobody knows. Reactive. */
  get url(): string | null {
    return this.#url && new URL(location.pathname + location.hash, this.#url).href;
  }

  /** Whether the page may go there by itself: what was written and not sent stays in the browser under this address. */
  get mayFollow(): boolean {
    return UNSENT.every((prefix) => storedKeys(prefix).length === 0);
  }

  /** Asks the host that answers at this page's address. */
  async look(): Promise<void> {
    try {
      const response = await fetch('/', { headers: { accept: 'application/json' }, cache: 'no-store' });
      this.#url = response.status === 503 ? newHost(await response.json()) : null;
    } catch {
      // Nobody answers, or a proxy in between.
    }
  }

  /** Opens the current view on the new host. */
  follow(): void {
    if (this.url) location.replace(this.url);
  }
}

/** Queued messages and drafts. */
const UNSENT = ['courtyard.outbox.', 'courtyard.drafts.'];

/** Picks an address of the new host that is as safe as this page's. They come from the network. */
function newHost(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null || !('urls' in answer)) return null;
  const urls = (Array.isArray(answer.urls) ? answer.urls : []).map(String).filter((url) => URL.canParse(url));
  const withProtocol = (protocol: string) => urls.find((url) => new URL(url).protocol === protocol);
  return withProtocol(location.protocol) ?? withProtocol('https:') ?? null;
}

/** The community's new host, shared by all pages. */
export const movedHost = new MovedHost();
