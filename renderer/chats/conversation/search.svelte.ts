import type { MessageModel } from '../../../shared/contract/records';
import { call } from '../../api';

/** A search in one dialog: the hits, newest first, and the current hit. */
export class MessageSearch {
  readonly #dialogId: number;
  #query = $state('');
  #hits = $state.raw<readonly MessageModel[]>([]);
  #index = $state(-1);
  #state = $state<'idle' | 'searching' | 'done' | 'failed'>('idle');
  #hasMore = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What the hits were searched by; the query may have changed since. */
  #mask = '';
  /** Aborts the running request, if any. */
  #stop: AbortController | undefined;

  constructor(dialogId: number) {
    this.#dialogId = dialogId;
  }

  get query(): string {
    return this.#query;
  }
  /** Starts a debounced search. */
  set query(query: string) {
    this.#query = query;
    this.#cancel();
    if (query.trim()) this.#timer = setTimeout(() => void this.#search(), DEBOUNCE_MS);
    else this.#clear();
  }

  get state() {
    return this.#state;
  }
  get count(): number {
    return this.#hits.length;
  }
  /** There are more hits than were loaded. */
  get hasMore(): boolean {
    return this.#hasMore;
  }
  /** The position of the current hit, from 1; 0 if there is none. */
  get place(): number {
    return this.#index + 1;
  }
  get hit(): MessageModel | undefined {
    return this.#hits[this.#index];
  }

  /** Goes to the next older hit; loads another page if needed. Searches again if the search failed. */
  async older(): Promise<void> {
    if (this.#state === 'failed' && !this.#hits.length) return this.#search();
    if (this.#index + 1 >= this.#hits.length) {
      // Further presses of a held key don't load the same page again.
      if (!this.#hasMore || this.#stop || !(await this.#more())) return;
    }
    if (this.#index + 1 < this.#hits.length) this.#index++;
  }

  /** Goes to the next newer hit. */
  newer(): void {
    if (this.#index > 0) this.#index--;
  }

  close(): void {
    this.#cancel();
  }

  async #search(): Promise<void> {
    this.#cancel();
    this.#state = 'searching';
    this.#mask = this.#query.trim();
    this.#clearHits();
    if ((await this.#more()) && this.#hits.length) this.#index = 0;
  }

  /** Stops the running request and the search that waits for the next key. */
  #cancel(): void {
    clearTimeout(this.#timer);
    this.#stop?.abort();
    this.#stop = undefined;
  }

  /** Loads the next page of hits. Returns false if that failed or was cancelled. */
  async #more(): Promise<boolean> {
    const stop = (this.#stop = new AbortController());
    try {
      const page = await call(
        'dialogs.searchMessages',
        {
          mask: this.#mask,
          dialog: this.#dialogId,
          last_id: this.#hits.at(-1)?.ID ?? 0,
          limit: PAGE,
        },
        { signal: stop.signal },
      );
      if (stop.signal.aborted) return false;
      this.#hits = [...this.#hits, ...page];
      this.#hasMore = page.length >= PAGE;
      this.#state = 'done';
      return true;
    } catch {
      if (!stop.signal.aborted) this.#state = 'failed';
      return false;
    } finally {
      if (this.#stop === stop) this.#stop = undefined;
    }
  }

  #clear(): void {
    this.#state = 'idle';
    this.#clearHits();
  }

  #clearHits(): void {
    this.#hits = [];
    this.#index = -1;
    this.#hasMore = false;
  }
}

/** Debounce delay in milliseconds. */
const DEBOUNCE_MS = 250;
const PAGE = 20;
