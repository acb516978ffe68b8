import { SvelteMap } from 'svelte/reactivity';
import type { Online, PersonRecord } from '../../shared/contract/records';
import { call } from '../api';

/** The people of the chats by id: caches their records and tracks who is online. */
export class PeopleCache {
  readonly #people = new SvelteMap<number, PersonRecord>();
  readonly #online = new SvelteMap<number, Online>();
  readonly #requested = new Set<number>();

  /** Stores people contained in a response or event; the newest record of a person wins. */
  add(...people: (PersonRecord | null | undefined)[]): void {
    for (const person of people) if (person) this.#people.set(person.ID, person);
  }

  /** Returns a person by id, or undefined while an unknown one is fetched from the host. Reactive. */
  find(id: number): PersonRecord | undefined {
    const known = this.#people.get(id);
    if (!known && !this.#requested.has(id)) {
      this.#requested.add(id);
      call('people.get', { user: String(id) }).then(
        (person) => this.add(person),
        () => undefined,
      );
    }
    return known;
  }

  setOnline(id: number, online: Online): void {
    this.#online.set(id, online);
  }

  /**
   * Returns a person's presence from the last event, or else from their record. A person who hides it, for example by
   * blocking you, sends no event about that. Reactive.
   */
  onlineOf(person: PersonRecord): Online {
    if (person.Online.Degree === 'hidden') return person.Online;
    return this.#online.get(person.ID) ?? person.Online;
  }

  /** Clears presence from events, which may be outdated after missed events. */
  clearPresence(): void {
    this.#online.clear();
  }
}
