import type { PersonRecord, UserModel } from '../../../../shared/contract/records';
import { call, session } from '../../../api';

/** The people who can be mentioned. */
export interface Mentionable {
  /** Starts loading the people that match a half-written mention. */
  loadMatching: (query: string) => void;
  /** Returns the people loaded so far whose name or tag starts with `query`. Reactive. */
  matching: (query: string, max: number) => readonly PersonRecord[];
  /** Cancels what is being loaded. */
  close?: () => void;
}

/**
 * Searches everyone the person can find, for mentions. Debounced. Those of `nearest`, such as the members of a chat,
 * come first; those without a tag last, as they can only be named.
 */
export class MentionablePeople implements Mentionable {
  #found = $state.raw<readonly UserModel[]>([]);
  /** The query that `#found` answers. */
  #query = $state<string>();
  #searchedFor: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stop: AbortController | undefined;
  readonly #nearest: Mentionable | null;

  constructor(nearest: Mentionable | null = null) {
    this.#nearest = nearest;
  }

  loadMatching(query: string): void {
    this.#nearest?.loadMatching(query);
    if (query === this.#searchedFor) return;
    this.close();
    this.#searchedFor = query;
    this.#timer = setTimeout(() => void this.#search(query), DEBOUNCE_MS);
  }

  /** Until the answer to `query` arrives, returns the previous results that match it. */
  matching(query: string, max: number): readonly PersonRecord[] {
    const nearest = this.#nearest?.matching(query, max) ?? [];
    const found =
      query === this.#query ? this.#found : this.#found.filter((person) => isCalled(person, query));
    const others = found.filter(({ ID }) => !nearest.some((one) => one.ID === ID));
    const all: PersonRecord[] = [...nearest, ...others];
    return [...all.filter(({ Link }) => Link), ...all.filter(({ Link }) => !Link)].slice(0, max);
  }

  /** Cancels the search. */
  close(): void {
    clearTimeout(this.#timer);
    this.#stop?.abort();
    this.#searchedFor = undefined;
  }

  async #search(query: string): Promise<void> {
    const { signal } = (this.#stop = new AbortController());
    try {
      const found = await call(
        'people.find',
        { ...(query && { query: query }), limit: MAX_RESULTS },
        { signal },
      );
      if (signal.aborted) return;
      this.#found = found.filter(({ ID, Deleted }) => ID !== session.id && !Deleted);
      this.#query = query;
    } catch {
      // Errors are ignored: a mention can be typed in full, and the next letter searches again.
      if (!signal.aborted) this.#searchedFor = undefined;
    }
  }
}

/** Returns whether the person's tag, name or surname starts with `query`. */
export function isCalled(person: PersonRecord, query: string): boolean {
  const mask = query.toLocaleLowerCase();
  return [person.Link, person.Name, person.Surname].some((name) => name.toLocaleLowerCase().startsWith(mask));
}

const DEBOUNCE_MS = 200;
/** More than are shown, because some are shown already, or deleted. */
const MAX_RESULTS = 20;
