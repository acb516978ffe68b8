import type { UserModel } from '../../../shared/contract/records';
import { call, session } from '../../api';
import { isCalled, type Mentionable } from '../../media/text/mentions.svelte';

/** Everybody who may be found, as far as they were looked for: for mentions in posts and comments. */
export class MentionablePeople implements Mentionable {
  #found = $state.raw<readonly UserModel[]>([]);
  /** For which words they were found. */
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

  /** Until the answer to these words has come, those of the last one whom they fit. */
  matching(query: string, most: number): readonly UserModel[] {
    const found =
      query === this.#query ? this.#found : this.#found.filter((person) => isCalled(person, query));
    return found.slice(0, most);
  }

  /** Waits for no answer any more. */
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
      // They are an aid: a mention can be written without them, and the next letter asks again.
      if (!signal.aborted) this.#sought = undefined;
    }
  }
}

/** Milliseconds. */
const PAUSE = 200;
/** More than are shown, for not everybody has a tag. */
const MOST = 20;
