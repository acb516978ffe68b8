import type { Given } from '../../shared/client/given';
import { searchKinds, type SearchKind } from '../../shared/search';
import { call, session } from '../api';
import { Completions, type Completion } from './completions.svelte';
import { conditionLabel, inputOf, resolveCondition, withCondition, type Condition } from './conditions';
import { hitsOf, nextPage, NOTHING, sizeOf, withPage, type Found } from './results/found';
import type { Hit } from './results/hits';
import { parseQuery, withoutCondition, type TypedCondition } from './operators';
import { RecentSearches } from './recent.svelte';

/** The results of one kind. */
export interface SearchGroup {
  kind: SearchKind;
  hits: Hit[];
  /** There may be more results than these. */
  hasMore: boolean;
}

/** The scope of a search: everything, one kind, or the messages of the open chat. */
export type Within = 'all' | SearchKind | 'here';

/** What was searched for: words and conditions. */
interface Question {
  words: string;
  conditions: readonly Condition[];
}

/** A search: its query, its conditions, its scope and the results loaded so far. */
export class Search {
  /** The id of the open chat, if any. */
  readonly here: number | undefined;
  readonly recent = new RecentSearches(session.id);
  readonly completions = new Completions();
  #query = $state('');
  #conditions = $state.raw<readonly Condition[]>([]);
  /** A typed condition whose value means nothing. */
  #problem = $state.raw<TypedCondition>();
  #within = $state<Within>('all');
  #found = $state.raw<Found>(NOTHING);
  /** What `#found` belongs to. */
  #foundBy = $state.raw<Question>({ words: '', conditions: [] });
  #hasMore = $state(false);
  #state = $state<'idle' | 'searching' | 'done' | 'failed'>('idle');
  #error = $state.raw<unknown>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stop: AbortController | undefined;

  constructor(here?: number) {
    this.here = here;
  }

  /** The text in the box, without the conditions that are shown as chips. */
  get query(): string {
    return this.#query;
  }
  /** Starts a debounced search; the previous results stay until new ones arrive. */
  set query(query: string) {
    this.#query = query;
    this.#read();
  }

  get conditions(): readonly Condition[] {
    return this.#conditions;
  }
  get problem(): TypedCondition | undefined {
    return this.#problem;
  }

  get within(): Within {
    return this.#within;
  }
  set within(within: Within) {
    this.#within = within;
    this.#found = NOTHING;
    this.#begin(0);
  }

  get state() {
    return this.#state;
  }
  get error(): unknown {
    return this.#error;
  }
  /** The words that the groups belong to. */
  get foundBy(): string {
    return this.#foundBy.words;
  }
  /** The whole search that the groups belong to, as it would be typed. */
  get foundText(): string {
    return textOf(this.#foundBy);
  }
  /** The search as it would be typed. */
  get text(): string {
    return textOf(this.#question);
  }
  /** There may be another page; always false when searching everything. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  /** The results by kind, in display order, without empty groups. */
  readonly groups = $derived.by((): SearchGroup[] => {
    const isAll = this.#within === 'all';
    return searchKinds
      .map((kind) => {
        const hits = hitsOf(this.#found, kind, this.#foundBy.words);
        return { kind, hits, hasMore: isAll && hits.length >= HITS_PER_KIND };
      })
      .filter((group) => group.hits.length > 0);
  });

  /** Reads a search as it would be typed, for example from the address. */
  load(text: string): void {
    this.#conditions = [];
    // A space completes the last condition.
    this.query = parseQuery(text).conditions.length ? `${text} ` : text;
  }

  /** Adds the chosen value of the condition that is being typed. */
  complete({ condition }: Completion): void {
    const { typed } = this.completions;
    if (typed) this.#query = withoutCondition(this.#query, typed);
    this.#conditions = withCondition(this.#conditions, condition);
    this.#read(0);
  }

  /** Removes a condition. */
  drop(condition: Condition): void {
    this.#conditions = this.#conditions.filter((one) => one !== condition);
    this.#begin(0);
  }

  /** Loads the next page when searching one kind or one chat. */
  async more(): Promise<void> {
    if (!this.#hasMore || this.#state === 'searching') return;
    await this.#request(this.#question, this.#found);
  }

  /** Retries after a failure. */
  again(): void {
    this.#begin(0);
  }

  /** Adds the search to the recent ones. Called when a result is opened, which shows that it was useful. */
  keep(): void {
    const { words, conditions } = this.#question;
    const label = [words, ...conditions.map(conditionLabel)].filter(Boolean).join(' · ');
    this.recent.add(this.text, label);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#stop?.abort();
  }

  get #question(): Question {
    return { words: parseQuery(this.#query).words, conditions: this.#conditions };
  }

  /** Turns complete conditions in the text into chips, suggests values for one at its end, and searches. */
  #read(pause = DEBOUNCE_MS): void {
    this.#problem = undefined;
    const { conditions } = parseQuery(this.#query);
    const open = conditions.find(({ isClosed }) => !isClosed);
    this.completions.follow(open);
    const closed = conditions.filter(({ isClosed, value }) => isClosed && value !== '');
    if (closed.length) void this.#resolve(closed);
    else this.#begin(pause);
  }

  async #resolve(closed: readonly TypedCondition[]): Promise<void> {
    const query = this.#query;
    for (const typed of closed) {
      const condition = await resolveCondition(typed).catch(() => undefined);
      if (this.#query !== query) return;
      if (!condition) continue;
      this.#query = withoutCondition(query, typed);
      this.#conditions = withCondition(this.#conditions, condition);
      return this.#read(0);
    }
    this.#problem = closed[0];
    // Of several people or chats the person chooses one.
    const ambiguous = closed.find(({ name }) => name === 'from' || name === 'in');
    if (ambiguous && !this.completions.typed) this.completions.follow(ambiguous);
    this.#begin(DEBOUNCE_MS);
  }

  #begin(pause: number): void {
    this.close();
    const question = this.#question;
    if (question.words || question.conditions.length) {
      this.#state = 'searching';
      this.#timer = setTimeout(() => void this.#request(question, NOTHING), pause);
    } else {
      this.#found = NOTHING;
      this.#state = 'idle';
    }
  }

  async #request(question: Question, earlier: Found): Promise<void> {
    const stop = (this.#stop = new AbortController());
    this.#state = 'searching';
    try {
      const page = await call('search.all', this.#inputFor(question, earlier), { signal: stop.signal });
      if (stop.signal.aborted) return;
      this.#hasMore = this.#within !== 'all' && sizeOf(page) >= PAGE;
      this.#found = withPage(earlier, page);
      this.#foundBy = question;
      this.#state = 'done';
    } catch (error) {
      if (stop.signal.aborted) return;
      this.#error = error;
      this.#state = 'failed';
    }
  }

  #inputFor({ words, conditions }: Question, earlier: Found): Given<'search.all'> {
    const within = this.#within;
    const input = { ...(words && { mask: words }), ...inputOf(conditions) };
    if (within === 'all') return input;
    const only = within === 'here' ? 'messages' : within;
    const dialog = within === 'here' && this.here !== undefined ? { in: this.here } : {};
    return { ...input, ...dialog, only, limit: PAGE, ...nextPage(earlier, only, PAGE) };
  }
}

function textOf({ words, conditions }: Question): string {
  return [words, ...conditions.map(({ text }) => text)].filter(Boolean).join(' ');
}

/** Debounce delay in milliseconds. */
const DEBOUNCE_MS = 150;
const PAGE = 20;
/** Maximum number of results of each kind in a search for everything. */
const HITS_PER_KIND = 5;
