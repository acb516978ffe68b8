import type { UserModel } from '../../../shared/contract/records';
import { call, session } from '../../api';
import { isCalled, type Mentionable } from '../../media/text/mentions.svelte';

/** Searches everyone the person can find, for mentions in posts and comments. Debounced. */
export class MentionablePeople implements Mentionable {
  #found = $state.raw<readonly UserModel[]>([]);
  /** The query that `#found` answers. */
  #query = $state<string>();
  #sought: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stop: AbortController | undefined;

  seek(query: string): void {
    if (query === this.#sought) return;
    this.close();
    this.#sought = query;
    this.#timer = setTimeout(() => void this.#ask(query), PAUSE);
  }

  /** Until the answer to `query` arrives, returns the previous results that match it. */
  matching(query: string, most: number): readonly UserModel[] {
    const found =
      query === this.#query ? this.#found : this.#found.filter((person) => isCalled(person, query));
    return found.slice(0, most);
  }

  /** Cancels the search. */
  close(): void {
    clearTimeout(this.#timer);
    this.#stop?.abort();
    this.#sought = undefined;
  }

  async #ask(query: string): Promise<void> {
    const { signal } = (this.#stop = new AbortController());
    try {
      const found = await call('people.find', { ...(query && { query: query }), limit: MOST }, { signal });
      if (signal.aborted) return;
      this.#found = found.filter(({ ID, Link, Deleted }) => ID !== session.id && Link && !Deleted);
      this.#query = query;
    } catch {
      // Errors are ignored: a mention can be typed in full, and the next letter searches again.
      if (!signal.aborted) this.#sought = undefined;
    }
  }
}

/** Milliseconds. */
const PAUSE = 200;
/** More than are shown, because not everyone has a tag. */
const MOST = 20;
