import type { DialogModel, UserModel } from '../../../shared/contract/records';
import { call } from '../../api';

/** A search as you type for people, and for public groups and channels. */
export class Finder {
  #query = $state('');
  #people = $state.raw<readonly UserModel[]>([]);
  #dialogs = $state.raw<readonly DialogModel[]>([]);
  #state = $state<'idle' | 'searching' | 'done' | 'failed'>('idle');
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stop: AbortController | undefined;

  get query(): string {
    return this.#query;
  }
  set query(query: string) {
    this.#query = query;
    this.#find(DEBOUNCE_MS);
  }
  get people(): readonly UserModel[] {
    return this.#people;
  }
  get dialogs(): readonly DialogModel[] {
    return this.#dialogs;
  }
  get state() {
    return this.#state;
  }

  /** Searches without debounce; nothing is found for an empty query. */
  begin(): void {
    this.#find(0);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#stop?.abort();
  }

  #find(pause: number): void {
    this.close();
    const query = this.#query.trim();
    if (!query) {
      this.#people = [];
      this.#dialogs = [];
      this.#state = 'idle';
      return;
    }
    this.#state = 'searching';
    this.#timer = setTimeout(() => void this.#ask(query), pause);
  }

  async #ask(query: string): Promise<void> {
    const stop = (this.#stop = new AbortController());
    const options = { signal: stop.signal };
    try {
      const [people, dialogs] = await Promise.all([
        call('people.find', { query, limit: MAX_RESULTS }, options),
        call('dialogs.find', { mask: query, limit: MAX_RESULTS }, options),
      ]);
      if (stop.signal.aborted) return;
      this.#people = people;
      this.#dialogs = dialogs;
      this.#state = 'done';
    } catch {
      if (stop.signal.aborted) return;
      // What was found before belongs to another query.
      this.#people = [];
      this.#dialogs = [];
      this.#state = 'failed';
    }
  }
}

/** Debounce delay in milliseconds. */
const DEBOUNCE_MS = 200;
const MAX_RESULTS = 30;
