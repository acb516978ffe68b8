import { Attempt, communities, Unreachable, type CommunityPreview } from '../../api';
import { errorText } from '../../i18n/errors';
import { m } from '../../i18n/index.svelte';

/** The steps of joining a community hosted elsewhere: looking it up by its address, then joining it. */
export class Joining {
  text = $state('');
  readonly lookup = new Attempt();
  readonly joining = new Attempt();
  #found = $state.raw<CommunityPreview | null>(null);
  #lookedUpAddress = $state('');

  /** The community found at the address; null until one is found. */
  get found(): CommunityPreview | null {
    return this.#found;
  }

  /** The error message for the address. */
  get addressError(): string | undefined {
    const { error } = this.lookup;
    const { errors } = m().communities.join;
    if (!error) return undefined;
    if (error instanceof Unreachable) return errors.away;
    if (this.lookup.isAt('address')) return errors.address;
    if (error.code === 'not_found') return errors.nobody;
    return error.code === 'conflict' ? errors.other : errorText(error);
  }

  /** The address (`HOST:PORT`) that did not respond to the last lookup; "" for none. */
  get unreachableAddress(): string {
    return this.lookup.error instanceof Unreachable ? hostAndPortOf(this.#lookedUpAddress) : '';
  }

  /** The error message when joining failed. */
  get joinError(): string | undefined {
    const { error } = this.joining;
    if (!error) return undefined;
    return error.code === 'conflict' ? m().communities.join.errors.full : errorText(error);
  }

  /** Looks up the community at the entered address. Returns true when one responds. */
  lookUp(): Promise<boolean> {
    const address = this.text.trim();
    if (!address) {
      this.lookup.refuse({ address: 'is missing' });
      return Promise.resolve(false);
    }
    this.#lookedUpAddress = address;
    // If another lookup is running, this one starts after it.
    return this.lookup.refresh(() => this.#lookUp());
  }

  async #lookUp(): Promise<void> {
    const address = this.#lookedUpAddress;
    const found = await communities.preview(address);
    if (address === this.#lookedUpAddress) this.#found = found;
  }

  /** Joins the community, or opens it if already joined. On success the window leaves these pages. */
  join(): Promise<boolean> {
    const found = this.#found;
    if (!found) return Promise.resolve(false);
    return this.joining.run(() =>
      found.id === 'main' ? communities.show(found.id, found.place) : communities.join(found),
    );
  }

  /** Goes back to the address field, which keeps its text. */
  backToAddress(): void {
    this.#found = null;
    this.joining.clear();
  }
}

/** Returns `HOST:PORT` of an address or link. Without a port, a link uses 443 and an address the default port. */
function hostAndPortOf(text: string): string {
  const linkAddress = /^courtyard:\/\/[^?]*\?.*\bat=([^&]+)/.exec(text)?.[1];
  const link = linkAddress
    ? `https://${decodeURIComponent(linkAddress)}`
    : /^https?:\/\//i.test(text)
      ? text
      : null;
  const { hostname, port } = new URL(link?.replace(/^http:/i, 'https:') ?? `https://${text}`);
  return `${hostname}:${port || (link ? '443' : DEFAULT_PORT)}`;
}

const DEFAULT_PORT = '8701';
