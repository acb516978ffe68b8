import { Attempt, communities, Unreachable, type CommunityPreview } from '../../api';
import { errorText } from '../../i18n/errors';
import { m } from '../../i18n/index.svelte';

/** Joins a community that is hosted elsewhere: looks it up by address, then joins it. */
export class Joining {
  text = $state('');
  readonly looking = new Attempt();
  readonly joining = new Attempt();
  #found = $state.raw<CommunityPreview | null>(null);
  #lookedAt = $state('');

  /** The community found at the address; null until one is found. */
  get found(): CommunityPreview | null {
    return this.#found;
  }

  /** The error message for the address. */
  get fault(): string | undefined {
    const { error } = this.looking;
    const { errors } = m().communities.join;
    if (!error) return undefined;
    if (error instanceof Unreachable) return errors.away;
    if (this.looking.isAt('address')) return errors.address;
    if (error.code === 'not_found') return errors.nobody;
    return error.code === 'conflict' ? errors.other : errorText(error);
  }

  /** The address (`HOST:PORT`) that did not respond to the last lookup; "" for none. */
  get silentAt(): string {
    return this.looking.error instanceof Unreachable ? placeIn(this.#lookedAt) : '';
  }

  /** The error message when joining failed. */
  get failure(): string | undefined {
    const { error } = this.joining;
    if (!error) return undefined;
    return error.code === 'conflict' ? m().communities.join.errors.full : errorText(error);
  }

  /** Looks up the community at the entered address. Returns true when one responds. */
  look(): Promise<boolean> {
    const address = this.text.trim();
    if (!address) {
      this.looking.refuse({ address: 'is missing' });
      return Promise.resolve(false);
    }
    this.#lookedAt = address;
    // One that is asked for while another is looked up follows it.
    return this.looking.refresh(() => this.#look());
  }

  async #look(): Promise<void> {
    const address = this.#lookedAt;
    const found = await communities.preview(address);
    if (address === this.#lookedAt) this.#found = found;
  }

  /** Joins the community, or opens it if already joined. On success the window leaves these pages. */
  enter(): Promise<boolean> {
    const found = this.#found;
    if (!found) return Promise.resolve(false);
    return this.joining.run(() =>
      found.id === 'main' ? communities.show(found.id, found.place) : communities.join(found),
    );
  }

  /** Goes back to the address field, which keeps its text. */
  turnBack(): void {
    this.#found = null;
    this.joining.clear();
  }
}

/** Returns `HOST:PORT` of an address or link. Without a port, a link uses 443 and an address the usual port. */
function placeIn(text: string): string {
  const at = /^courtyard:\/\/[^?]*\?.*\bat=([^&]+)/.exec(text)?.[1];
  const link = at ? `https://${decodeURIComponent(at)}` : /^https?:\/\//i.test(text) ? text : null;
  const { hostname, port } = new URL(link?.replace(/^http:/i, 'https:') ?? `https://${text}`);
  return `${hostname}:${port || (link ? '443' : USUAL_PORT)}`;
}

const USUAL_PORT = '8701';
