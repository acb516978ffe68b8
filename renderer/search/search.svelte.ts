import type { DialogModel, MessageModel, PostModel, UserModel } from '../../shared/contract/records';
import { call, session } from '../api';
import { dialogHit, kinds, messageHit, personHit, postHit, type Hit, type Kind } from './hits';
import { RecentSearches } from './recent.svelte';

/** What was found of one kind. */
export interface SearchGroup {
  kind: Kind;
  hits: Hit[];
  /** There may be more than these. */
  hasMore: boolean;
}

/** Where is looked: everywhere at once, among things of one kind, or among the messages of one chat. */
export type Within = 'all' | Kind | 'here';

interface Found {
  people: readonly UserModel[];
  dialogs: readonly DialogModel[];
  messages: readonly MessageModel[];
  posts: readonly PostModel[];
}

/** A search for anything: what is looked for and where, and what was found so far. */
export class Search {
  /** The chat from which one looks, if any. */
  readonly here: number | undefined;
  readonly recent = new RecentSearches(session.id);
  #query = $state('');
  #within = $state<Within>('all');
  #found = $state.raw<Found>(nothing);
  /** What `#found` was found by. */
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
  /** Looks when the person has stopped writing for a moment; what was found stays until there is something else. */
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
  /** The words by which the groups were found. */
  get foundBy(): string {
    return this.#foundBy;
  }
  /** There may be more of the one kind that is looked through. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  /** What was found, in the order of the kinds; those of which there is nothing are left out. */
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

  /** The next ones of the one kind that is looked through. */
  async more(): Promise<void> {
    if (!this.#hasMore || this.#state === 'searching') return;
    await this.#ask(this.#query.trim(), this.#found);
  }

  /** Looks again, after it failed. */
  again(): void {
    this.#begin(0);
  }

  /** Notes that something found was opened: then the words were good ones. */
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
  /** What was found before: the answer goes on after it. */
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
/** Milliseconds. */
const PAUSE = 150;
const PAGE = 20;
/** As many of each kind as a search for everything gives at most. */
const AT_ONCE = 5;
