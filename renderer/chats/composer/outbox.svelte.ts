import { SvelteMap } from 'svelte/reactivity';
import { Backoff } from '../../../shared/client/backoff';
import type { ErrorCode } from '../../../shared/errors';
import { AppError, Unreachable, newKey, type EventSubscription } from '../../api';
import { inputOf, type Attached } from '../../media/attachments/attaching.svelte';
import type { Written } from './composer.svelte';
import { dialogOf } from '../conversation/messages';
import type { Quoted } from './drafts.svelte';
import { readStored, store, storedKeys } from '../../api/storage';

/** A message on its way. */
export interface Outgoing {
  /** Its own name for the host: the key of the request and the message's nonce, the same over all attempts. */
  nonce: string;
  dialog: number;
  text: string;
  replyTo: Quoted | null;
  attached?: readonly Attached[];
  /** When it was written; Unix milliseconds, also its place in the queue. */
  at: number;
  /** Why the host refused it; it has left the queue and waits for the person. */
  refused?: ErrorCode;
}

/**
 * Messages that the host hasn't acknowledged. Each is stored before it is shown, and sent in order, one queue for each
 * dialog; a host that doesn't answer is tried again until it does. Entries are stored apart, so that two windows of one
 * browser don't overwrite each other's; both sending the same one is harmless, as its nonce is the same.
 */
export class Outbox {
  readonly #prefix: string;
  readonly #entries = new SvelteMap<number, Outgoing[]>();
  readonly #sending = new Set<number>();
  readonly #events: EventSubscription;
  readonly #backoff = new Backoff(RETRY_DELAYS);
  #closed = false;

  /** The answer to a message that was sent takes the path of its event, the handler of `events`. */
  constructor(person: number, events: EventSubscription) {
    this.#prefix = `courtyard.outbox.${person}.`;
    this.#events = events;
    for (const entry of this.#stored()) this.#put(entry);
  }

  /** Forgets what another window has sent or given up; gives the way to stop. */
  follow(): () => void {
    const hear = ({ key, newValue }: StorageEvent) => {
      if (newValue === null && key?.startsWith(this.#prefix)) this.discard(key.slice(this.#prefix.length));
    };
    addEventListener('storage', hear);
    return () => removeEventListener('storage', hear);
  }

  /** What waits in a dialog, in order; reactive. */
  of(dialog: number): readonly Outgoing[] {
    return this.#entries.get(dialog) ?? NONE;
  }

  /** How many messages wait to be sent; reactive. */
  get waiting(): number {
    return [...this.#entries.values()].flat().filter((entry) => !entry.refused).length;
  }

  /** Takes a message: stored, shown, sent. */
  send(dialog: number, { text, replyTo, attached }: Written): void {
    const last = this.of(dialog).at(-1)?.at ?? 0;
    const at = Math.max(Date.now(), last + 1);
    const entry = { nonce: newKey(), dialog, text, replyTo, attached, at };
    store(this.#prefix + entry.nonce, entry);
    this.#put(entry);
    void this.#pump(dialog);
  }

  /** Sends a refused message again, as a new request. */
  retry(entry: Outgoing): void {
    this.discard(entry.nonce);
    this.send(entry.dialog, writtenOf(entry));
  }

  /** Forgets a message: its author gave it up, or the host has it. */
  discard(nonce: string): void {
    store(this.#prefix + nonce, undefined);
    for (const [dialog, entries] of this.#entries) {
      const left = entries.filter((entry) => entry.nonce !== nonce);
      if (left.length !== entries.length) this.#replace(dialog, left);
    }
  }

  /** Sends what waits, in every dialog: after a start, and whenever the host is there again. */
  flush(): void {
    this.#backoff.cancel();
    this.#backoff.reset();
    this.#pumpAll();
  }

  /** Sends nothing more; what waits stays stored. */
  close(): void {
    this.#closed = true;
    this.#backoff.cancel();
  }

  #pumpAll(): void {
    for (const dialog of this.#entries.keys()) void this.#pump(dialog);
  }

  async #pump(dialog: number): Promise<void> {
    if (this.#sending.has(dialog)) return;
    this.#sending.add(dialog);
    try {
      for (;;) {
        const next = this.of(dialog).find((entry) => !entry.refused);
        if (!next || this.#closed || !(await this.#attempt(next))) return;
      }
    } finally {
      this.#sending.delete(dialog);
    }
  }

  /** One attempt; false when the queue has to wait. */
  async #attempt(entry: Outgoing): Promise<boolean> {
    const { nonce, dialog, text, replyTo, attached = [] } = entry;
    const input = {
      dialog_id: dialog,
      text,
      nonce,
      ...(replyTo && { replyTo: replyTo.id }),
      ...inputOf(attached),
    };
    try {
      await this.#events.request(
        (call) => call('dialogs.send', input, { key: nonce, attempts: 1 }),
        (Message) => this.#events.emit({ Type: 'message', Message }),
        (event) => dialogOf(event) === dialog,
      );
      this.#backoff.reset();
      this.discard(nonce);
      return true;
    } catch (error) {
      const wait = requiredDelay(error);
      // What it answers was deleted meanwhile: it is said all the same, as with any answer that stays behind.
      if (replyTo && error instanceof AppError && error.fields?.replyTo)
        this.#change(entry, { replyTo: null });
      else if (wait === undefined)
        this.#change(entry, { refused: error instanceof AppError ? error.code : 'server_error' });
      else if (!this.#closed) this.#backoff.schedule(() => this.#pumpAll(), { atLeast: wait });
      return wait === undefined;
    }
  }

  #change(entry: Outgoing, part: Partial<Outgoing>): void {
    const changed = { ...entry, ...part };
    const entries = this.of(entry.dialog);
    if (!entries.some((one) => one.nonce === entry.nonce)) return;
    store(this.#prefix + entry.nonce, changed);
    this.#replace(
      entry.dialog,
      entries.map((one) => (one.nonce === entry.nonce ? changed : one)),
    );
  }

  #put(entry: Outgoing): void {
    this.#replace(entry.dialog, [...this.of(entry.dialog), entry]);
  }

  #replace(dialog: number, entries: Outgoing[]): void {
    if (entries.length) this.#entries.set(dialog, entries);
    else this.#entries.delete(dialog);
  }

  #stored(): Outgoing[] {
    return storedKeys(this.#prefix)
      .map((key) => readStored<Outgoing>(key))
      .filter((entry) => entry !== undefined)
      .sort((one, other) => one.at - other.at);
  }
}

/** What was written, to be sent or changed again. */
export function writtenOf({ text, replyTo, attached = [] }: Outgoing): Written {
  return { text, replyTo, attached };
}

const NONE: readonly Outgoing[] = [];
/** Before a failed attempt is repeated, in milliseconds; usually the connection is back sooner, which flushes. */
const RETRY_DELAYS = { first: 1_000, longest: 30_000 };

/** Milliseconds that a retry has to wait at least; undefined for a refusal, which no retry would change. */
function requiredDelay(error: unknown): number | undefined {
  if (!(error instanceof AppError)) return undefined;
  if (error instanceof Unreachable) return 0;
  if (error.code === 'unavailable' || error.code === 'rate_limit_exceeded')
    return (error.retryAfter ?? 0) * 1000;
  // Signed out meanwhile: whoever signs in again as the same person finds it waiting.
  return error.code === 'auth_failed' ? RETRY_DELAYS.longest : undefined;
}
