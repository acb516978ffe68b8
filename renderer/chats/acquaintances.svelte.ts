import { SvelteMap } from 'svelte/reactivity';
import type { Author, Online } from '../../shared/contract/records';
import { call } from '../api';

/** People met on the way, by number: for who is only named by it, and for who is here now. */
export class Acquaintances {
  readonly #people = new SvelteMap<number, Author>();
  readonly #online = new SvelteMap<number, Online>();
  readonly #asked = new Set<number>();

  /** Notes people that came with a record; the newest record of a person stands. */
  meet(...people: (Author | null | undefined)[]): void {
    for (const person of people) if (person) this.#people.set(person.ID, person);
  }

  /** Somebody by number; asks the host for who isn't known yet. Reactive. */
  find(id: number): Author | undefined {
    const known = this.#people.get(id);
    if (!known && !this.#asked.has(id)) {
      this.#asked.add(id);
      call('people.get', { user: String(id) }).then(
        (person) => this.meet(person),
        () => undefined,
      );
    }
    return known;
  }

  setOnline(id: number, online: Online): void {
    this.#online.set(id, online);
  }

  /** Someone's presence: by the last event, else by their record. Reactive. */
  online(person: Author): Online {
    return this.#online.get(person.ID) ?? person.Online;
  }

  /** Events were missed: what is known may be old. */
  forgetPresence(): void {
    this.#online.clear();
  }
}
