import { SvelteMap } from 'svelte/reactivity';
import { EventSubscription, type Call } from './call';
import type { ServerEvent } from './live.svelte';
import { session } from './session.svelte';

/** Records by their numbers, as others name them: those that are asked for together are read together. */
export class ByNumber<Item extends { ID: number }> {
  readonly #call: (call: Call, ids: number[]) => Promise<Item[]>;
  protected readonly events = new EventSubscription((event) => this.handle(event));
  /** Null for one that is gone or not to be seen. */
  readonly #known = new SvelteMap<number, Item | null>();
  readonly #readAt = new Map<number, number>();
  readonly #wanted = new Set<number>();
  /** Those that are being read. */
  readonly #asked = new Map<number, Promise<void>>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whose they are: what another has seen before is no matter of the next one's. */
  #person = $state(0);

  /** `call` reads so many at once as the service lets, and leaves out those that are gone. */
  constructor(call: (call: Call, ids: number[]) => Promise<Item[]>) {
    this.#call = call;
  }

  /** A record, once it is known; asks for it else. Reactive. */
  of(id: number): Item | null | undefined {
    const known = this.#person === session.id ? this.#known.get(id) : undefined;
    if (id > 0 && session.id > 0 && (known === undefined || this.#isOld(id))) this.#want(id);
    return known;
  }

  /** A record whose addresses are good now, without asking. */
  now(id: number): Item | null | undefined {
    return this.#person === session.id && !this.#isOld(id) ? this.#known.get(id) : undefined;
  }

  /** Takes in records that were read elsewhere. */
  keep(items: readonly Item[]): void {
    this.#meet();
    for (const item of items) this.#note(item.ID, item);
  }

  /** One is gone. */
  forget(id: number): void {
    this.#note(id, null);
  }

  /** Reads those that are not known yet; a host that does not answer is not waited for. */
  async ready(ids: Iterable<number>): Promise<void> {
    const all = [...ids];
    for (const id of all) this.of(id);
    this.#read();
    await Promise.all(all.map((id) => this.#asked.get(id)));
  }

  /** Reads one anew; undefined where the host does not answer. */
  async again(id: number): Promise<Item | null | undefined> {
    this.#readAt.delete(id);
    await this.ready([id]);
    return this.now(id);
  }

  /** Applies an event; overridden where events tell of the records. */
  protected handle(_event: ServerEvent): void {
    return;
  }

  /** Signed addresses end after a day. */
  #isOld(id: number): boolean {
    return Date.now() - (this.#readAt.get(id) ?? 0) > GOOD_FOR;
  }

  #want(id: number): void {
    if (this.#asked.has(id)) return;
    this.#wanted.add(id);
    // Everything that one drawing of the page asks for goes in one question.
    this.#timer ??= setTimeout(() => this.#read());
  }

  #read(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#meet();
    const ids = [...this.#wanted];
    this.#wanted.clear();
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const some = ids.slice(from, from + AT_ONCE);
      const reading = this.#readSome(some).finally(() => some.forEach((id) => this.#asked.delete(id)));
      for (const id of some) this.#asked.set(id, reading);
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
      // Whoever draws it next asks again.
    }
  }

  #meet(): void {
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

const AT_ONCE = 100;
/** Milliseconds; the addresses are good for 24 hours. */
const GOOD_FOR = 20 * 3600 * 1000;
