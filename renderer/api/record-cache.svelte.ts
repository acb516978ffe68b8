import { SvelteMap } from 'svelte/reactivity';
import { EventSubscription, type Call } from './call';
import type { ServerEvent } from './live.svelte';
import { session } from './session.svelte';

/** A cache of records by ID. IDs requested at the same time are loaded in one batch. */
export class RecordCache<Item extends { ID: number }> {
  readonly #call: (call: Call, ids: number[]) => Promise<Item[]>;
  protected readonly events = new EventSubscription((event) => this.handle(event));
  /** Null if the record was deleted or is not visible to the person. */
  readonly #known = new SvelteMap<number, Item | null>();
  readonly #readAt = new Map<number, number>();
  readonly #wanted = new Set<number>();
  /** Requests in progress, by record ID. */
  readonly #requested = new Map<number, Promise<void>>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The person the cache belongs to. It is cleared when someone else signs in. */
  #person = $state(0);

  /** `call` loads a batch of records and omits those that no longer exist. */
  constructor(call: (call: Call, ids: number[]) => Promise<Item[]>) {
    this.#call = call;
  }

  /** Returns a cached record, or undefined and requests it. Reactive. */
  get(id: number): Item | null | undefined {
    const known = this.#person === session.id ? this.#known.get(id) : undefined;
    if (id > 0 && session.id > 0 && (known === undefined || this.#isOld(id))) this.#request(id);
    return known;
  }

  /** Returns a cached record whose signed URLs are still valid, without requesting it. */
  peek(id: number): Item | null | undefined {
    return this.#person === session.id && !this.#isOld(id) ? this.#known.get(id) : undefined;
  }

  /** Adds records that were loaded elsewhere. */
  put(items: readonly Item[]): void {
    this.#receive();
    for (const item of items) this.#note(item.ID, item);
  }

  /** Marks a record as deleted. */
  forget(id: number): void {
    this.#note(id, null);
  }

  /** Loads the records that are not cached yet. Resolves even if the host can't be reached. */
  async ready(ids: Iterable<number>): Promise<void> {
    const all = [...ids];
    for (const id of all) this.get(id);
    this.#read();
    await Promise.all(all.map((id) => this.#requested.get(id)));
  }

  /** Reloads a record. Returns undefined if the host can't be reached. */
  async reload(id: number): Promise<Item | null | undefined> {
    this.#readAt.delete(id);
    await this.ready([id]);
    return this.peek(id);
  }

  /** Applies an event. Subclasses override it if events change their records. */
  protected handle(_event: ServerEvent): void {
    return;
  }

  /** Signed URLs expire after a day. */
  #isOld(id: number): boolean {
    return Date.now() - (this.#readAt.get(id) ?? 0) > MAX_AGE_MS;
  }

  #request(id: number): void {
    if (this.#requested.has(id)) return;
    this.#wanted.add(id);
    // Collects the IDs requested during one render into one batch.
    this.#timer ??= setTimeout(() => this.#read());
  }

  #read(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#receive();
    const ids = [...this.#wanted];
    this.#wanted.clear();
    for (let from = 0; from < ids.length; from += BATCH_SIZE) {
      const some = ids.slice(from, from + BATCH_SIZE);
      const loading = this.#readSome(some).finally(() => some.forEach((id) => this.#requested.delete(id)));
      for (const id of some) this.#requested.set(id, loading);
    }
  }

  async #readSome(ids: number[]): Promise<void> {
    try {
      await this.events.request(
        (call) => this.#call(call, ids),
        (items) => {
          const byId = new Map(items.map((item) => [item.ID, item]));
          for (const id of ids) this.#note(id, byId.get(id) ?? null);
        },
      );
    } catch {
      // The next render requests it again.
    }
  }

  #receive(): void {
    if (this.#person === session.id) return;
    this.#known.clear();
    this.#readAt.clear();
    this.#person = session.id;
  }

  #note(id: number, item: Item | null): void {
    this.#readAt.set(id, Date.now());
    this.#known.set(id, item);
  }
}

const BATCH_SIZE = 100;
/** Milliseconds; signed URLs are valid for 24 hours. */
const MAX_AGE_MS = 20 * 3600 * 1000;
