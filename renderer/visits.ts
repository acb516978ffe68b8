import type { Route } from '../shared/routes';

/** The state saved for one visit to a history entry, for a return to it. */
export interface Visit {
  /** The scroll positions of containers by name, in CSS pixels. */
  readonly scrolled: Map<string, number>;
  /** The state of views by name. */
  readonly cache: Map<string, CachedState>;
}

/** Where a view was left: its route, and the visit to continue there. */
export interface Bookmark {
  route: Route;
  visit: Visit;
}

interface CachedState {
  value: unknown;
  end: () => void;
}

/** The visits of this window, by the indexes of their history entries, and bookmarks of visits by name. */
export class Visits {
  readonly #visits = new Map<number, Visit>();
  readonly #bookmarks = new Map<string, Bookmark>();

  /** Returns the visit of an entry; creates one on the first call. */
  at(index: number): Visit {
    return this.#visits.get(index) ?? this.#add(index, { scrolled: new Map(), cache: new Map() });
  }

  /** Begins the visit of an entry with the scroll positions and the state of another one. */
  resume(index: number, { scrolled, cache }: Visit): void {
    this.#add(index, { scrolled: new Map(scrolled), cache: new Map(cache) });
  }

  /** Saves the visit of an entry under a name, also after the entry itself is gone. */
  bookmark(name: string, route: Route, index: number): void {
    const before = this.#bookmarks.get(name)?.visit;
    this.#bookmarks.set(name, { route, visit: this.at(index) });
    if (before) this.#release(before);
  }

  /** Returns the bookmark of a name, if there is one. */
  bookmarked(name: string): Bookmark | undefined {
    return this.#bookmarks.get(name);
  }

  /** Discards the visits from an entry on, because a new entry replaces them. */
  discardFrom(index: number): void {
    for (const later of this.#visits.keys()) if (later >= index) this.#forget(later);
  }

  /** Discards all visits, because another person may sign in. */
  clear(): void {
    const bookmarked = [...this.#bookmarks.values()];
    this.#bookmarks.clear();
    for (const index of this.#visits.keys()) this.#forget(index);
    for (const { visit } of bookmarked) this.#release(visit);
  }

  #add(index: number, visit: Visit): Visit {
    this.#visits.set(index, visit);
    for (const old of this.#visits.keys()) if (old <= index - MAX_VISITS) this.#forget(old);
    return visit;
  }

  #forget(index: number): void {
    const visit = this.#visits.get(index);
    this.#visits.delete(index);
    if (visit) this.#release(visit);
  }

  /** Ends the state of a visit that no other visit or bookmark shares. */
  #release(visit: Visit): void {
    const others = [...this.#visits.values(), ...[...this.#bookmarks.values()].map((one) => one.visit)];
    if (others.includes(visit)) return;
    for (const [name, state] of visit.cache) {
      if (!others.some((other) => other.cache.get(name) === state)) state.end();
    }
    visit.cache.clear();
  }
}

/** How many steps back visits are saved. */
const MAX_VISITS = 20;
