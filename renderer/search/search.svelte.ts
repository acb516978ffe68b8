import type { DialogModel, MessageModel, PostModel, UserModel } from '../../shared/contract/records';
import { call, session } from '../api';
import { dialogHit, kinds, messageHit, personHit, postHit, type Hit, type Kind } from './hits';
import { RecentSearches } from './recent.svelte';

/** The results of one kind. */
export interface SearchGroup {
  kind: Kind;
  hits: Hit[];
  /** There may be more results than these. */
  hasMore: boolean;
}

/** The scope of a search: everything, one kind, or the messages of the open chat. */
export type Within = 'all' | Kind | 'here';

interface Found {
  people: readonly UserModel[];
  dialogs: readonly DialogModel[];
  messages: readonly MessageModel[];
  posts: readonly PostModel[];
}

/** A search: its query, its scope and the results loaded so far. */
export class Search {
  /** The id of the open chat, if any. */
  readonly here: number | undefined;
  readonly recent = new RecentSearches(session.id);
  #query = $state('');
  #within = $state<Within>('all');
  #found = $state.raw<Found>(nothing);
  /** The query that `#found` belongs to. */
  #foundBy = $state('');
  #hasMore = $state(false);
  #state = $state<'idle' | 'searching' | 'done' | 'failed'>('idle');
  #error = $state.raw<unknown>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stop: AbortController | undefined;

  constructor(here?: number) {
    this.here = here;
  }

  get query(): string {
    return this.#query;
  }
  /** Starts a debounced search; the previous results stay until new ones arrive. */
  set query(query: string) {
    this.#query = query;
    this.#begin(PAUSE);
  }

  get within(): Within {
    return this.#within;
  }
  set within(within: Within) {
    this.#within = within;
    this.#found = nothing;
    this.#begin(0);
  }

  get state() {
    return this.#state;
  }
  get error(): unknown {
    return this.#error;
  }
  /** The query that the groups belong to. */
  get foundBy(): string {
    return this.#foundBy;
  }
  /** There may be another page; always false when searching everything. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  /** The results by kind, in display order, without empty groups. */
  readonly groups = $derived.by((): SearchGroup[] => {
    const { people, dialogs, messages, posts } = this.#found;
    const hits: Record<Kind, Hit[]> = {
      people: people.map(personHit),
      dialogs: dialogs.map(dialogHit),
      messages: messages.map((message) => messageHit(message, this.#foundBy)),
      posts: posts.map((post) => postHit(post, this.#foundBy)),
    };
    const isAll = this.#within === 'all';
    return kinds
      .map((kind) => ({ kind, hits: hits[kind], hasMore: isAll && hits[kind].length >= AT_ONCE }))
      .filter((group) => group.hits.length > 0);
  });

  /** Loads the next page when searching one kind or one chat. */
  async more(): Promise<void> {
    if (!this.#hasMore || this.#state === 'searching') return;
    await this.#ask(this.#query.trim(), this.#found);
  }

  /** Retries after a failure. */
  again(): void {
    this.#begin(0);
  }

  /** Adds the query to the recent searches. Called when a result is opened, which shows that the query was useful. */
  keep(): void {
    this.recent.add(this.#query.trim());
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#stop?.abort();
  }

  #begin(pause: number): void {
    this.close();
    const query = this.#query.trim();
    if (query) {
      this.#state = 'searching';
      this.#timer = setTimeout(() => void this.#ask(query, nothing), pause);
    } else {
      this.#found = nothing;
      this.#state = 'idle';
    }
  }

  async #ask(query: string, earlier: Found): Promise<void> {
    const stop = (this.#stop = new AbortController());
    this.#state = 'searching';
    try {
      const found = await find[this.#within]({
        mask: query,
        earlier,
        here: this.here ?? 0,
        signal: stop.signal,
      });
      if (stop.signal.aborted) return;
      this.#hasMore = this.#within !== 'all' && sizeOf(found) - sizeOf(earlier) >= PAGE;
      this.#found = found;
      this.#foundBy = query;
      this.#state = 'done';
    } catch (error) {
      if (stop.signal.aborted) return;
      this.#error = error;
      this.#state = 'failed';
    }
  }
}

interface Question {
  mask: string;
  /** Earlier results; the next page is appended to them. */
  earlier: Found;
  here: number;
  signal: AbortSignal;
}

const find: Record<Within, (question: Question) => Promise<Found>> = {
  all: async ({ mask, signal }) => {
    const {
      People: people,
      Dialogs: dialogs,
      Messages: messages,
      Posts: posts,
    } = await call('search.all', { mask }, { signal });
    return { people, dialogs, messages, posts };
  },
  people: async ({ mask, earlier, signal }) => {
    const page = earlier.people.length / PAGE;
    const people = await call('people.find', { query: mask, page, limit: PAGE }, { signal });
    return { ...nothing, people: [...earlier.people, ...people] };
  },
  dialogs: async ({ mask, earlier, signal }) => {
    const page = earlier.dialogs.length / PAGE;
    const dialogs = await call('dialogs.find', { mask, page, limit: PAGE }, { signal });
    return { ...nothing, dialogs: [...earlier.dialogs, ...dialogs] };
  },
  messages: (question) => findMessages(question, 0),
  posts: async ({ mask, earlier, signal }) => {
    const last_id = earlier.posts.at(-1)?.ID ?? 0;
    const posts = await call('posts.find', { mask, last_id, limit: PAGE }, { signal });
    return { ...nothing, posts: [...earlier.posts, ...posts] };
  },
  here: (question) => findMessages(question, question.here),
};

async function findMessages({ mask, earlier, signal }: Question, dialog: number): Promise<Found> {
  const last_id = earlier.messages.at(-1)?.ID ?? 0;
  const input = { mask, last_id, limit: PAGE, ...(dialog > 0 && { dialog }) };
  const messages = await call('dialogs.searchMessages', input, { signal });
  return { ...nothing, messages: [...earlier.messages, ...messages] };
}

function sizeOf({ people, dialogs, messages, posts }: Found): number {
  return people.length + dialogs.length + messages.length + posts.length;
}

const nothing: Found = { people: [], dialogs: [], messages: [], posts: [] };
/** Debounce delay in milliseconds. */
const PAUSE = 150;
const PAGE = 20;
/** Maximum number of results of each kind in a search for everything. */
const AT_ONCE = 5;
