import { Attempt, communities, Unreachable, type Met } from '../../api';
import { errorText } from '../../i18n/errors';
import { m } from '../../i18n/index.svelte';

/** Somebody on the way into a community that is hosted elsewhere: where they look, and whom they meet there. */
export class Joining {
  text = $state('');
  readonly looking = new Attempt();
  readonly joining = new Attempt();
  #met = $state.raw<Met | null>(null);
  #lookedAt = $state('');

  /** Who was met there; null before anybody was. */
  get met(): Met | null {
    return this.#met;
  }

  /** What is wrong with the address, in words. */
  get fault(): string | undefined {
    const { error } = this.looking;
    const { faults } = m().communities.join;
    if (!error) return undefined;
    if (error instanceof Unreachable) return faults.away;
    if (this.looking.isAt('address')) return faults.address;
    if (error.code === 'not_found') return faults.nobody;
    return error.code === 'conflict' ? faults.other : errorText(error);
  }

  /** The address (`HOST:PORT`) at which nobody answered last; "" for none. */
  get silentAt(): string {
    return this.looking.error instanceof Unreachable ? placeIn(this.#lookedAt) : '';
  }

  /** Why it could not be joined, in words. */
  get failure(): string | undefined {
    const { error } = this.joining;
    if (!error) return undefined;
    return error.code === 'conflict' ? m().communities.join.faults.full : errorText(error);
  }

  /** Looks who is there. */
  look(): Promise<boolean> {
    const address = this.text.trim();
    if (!address) {
      this.looking.refuse({ address: 'is missing' });
      return Promise.resolve(false);
    }
    this.#lookedAt = address;
    return this.looking.run(async () => {
      this.#met = await communities.meet(address);
    });
  }

  /** Goes in; these pages end with that. */
  enter(): Promise<boolean> {
    const met = this.#met;
    if (!met) return Promise.resolve(false);
    return this.joining.run(() =>
      met.id === 'main' ? communities.show(met.id, met.place) : communities.join(met),
    );
  }

  /** Looks elsewhere; what was typed stays. */
  turnBack(): void {
    this.#met = null;
    this.joining.clear();
  }
}

/** The host and port of an address or a link that was taken as one; the port that communities usually have where it names none. */
function placeIn(text: string): string {
  const at = /^courtyard:\/\/[^?]*\?.*\bat=([^&]+)/.exec(text)?.[1];
  const link = at ? `https://${decodeURIComponent(at)}` : /^https?:\/\//i.test(text) ? text : null;
  const { hostname, port } = new URL(link?.replace(/^http:/i, 'https:') ?? `https://${text}`);
  return `${hostname}:${port || (link ? '443' : USUAL_PORT)}`;
}

const USUAL_PORT = '8701';
