import { SvelteMap } from 'svelte/reactivity';
import { Backoff } from '../../../shared/client/backoff';
import type { ErrorCode } from '../../../shared/errors';
import { isHostFull } from '../../../shared/failures/host-full';
import { AppError, emit, EventSubscription, newKey, Unreachable } from '../../api';
import { storedOf, type DraftAttachment } from '../../media/attachments/attachment-tray.svelte';
import { inputOf, type StoredAttachment } from '../../media/attachments/tray/stored-attachments';
import type { Sticker } from '../../../shared/contract/records';
import { dialogOf } from '../dialogs/dialog-of-event';
import type { MessageContent, Quoted } from './message-content';
import { readStored, store, storedKeys } from '../../api/storage';

/** A message that the host hasn't accepted yet. */
export interface Outgoing {
  /** The idempotency key of the request and the nonce of the message; the same for all attempts. */
  nonce: string;
  dialog: number;
  /** The first message of the thread to which it goes. */
  thread?: number;
  text: string;
  replyTo: Quoted | null;
  attached?: readonly StoredAttachment[];
  sticker?: Sticker | undefined;
  /** When it was written, in Unix milliseconds; also its position in the queue. */
  at: number;
  /** Its attachments, of which some are still being uploaded. It is sent when all are; others may overtake it. */
  uploading?: readonly DraftAttachment[] | undefined;
  /**
   * Why the host rejected it, or that its uploads ended with the page. Such a message leaves the queue and waits for
   * the person to act.
   */
  refused?: ErrorCode | 'interrupted';
}

/**
 * Messages that the host hasn't acknowledged. Each is stored before it is shown. Each dialog has a queue, sent in
 * order; if the host doesn't respond, sending is retried until it does. Entries are stored under separate keys, so two
 * windows of a browser don't overwrite each other's. Both may send the same entry: its nonce makes that harmless.
 */
export class MessageOutbox {
  readonly #prefix: string;
  readonly #onlost: (dialog: number) => void;
  readonly #entries = new SvelteMap<number, Outgoing[]>();
  readonly #sending = new Set<number>();
  /** Not opened: each state applies events itself. What is applied here is emitted to all of them. */
  readonly #events = new EventSubscription(emit);
  readonly #backoff = new Backoff(RETRY_DELAYS);
  #closed = false;
  /** Ends the running requests. */
  #abort = new AbortController();
  #isHostFull = $state(false);

  /**
   * Calls `onlost` with the id of a dialog that the host doesn't know any more: the person was removed, or it was
   * deleted.
   */
  constructor(person: number, onlost: (dialog: number) => void = () => undefined) {
    this.#onlost = onlost;
    this.#prefix = `courtyard.outbox.${person}.`;
    for (const entry of this.#stored()) this.#put(entry);
  }

  /** Starts to discard entries that another window sent or discarded; returns a function that stops it. */
  follow(): () => void {
    const hear = ({ key, newValue }: StorageEvent) => {
      if (newValue === null && key?.startsWith(this.#prefix)) this.discard(key.slice(this.#prefix.length));
    };
    addEventListener('storage', hear);
    return () => removeEventListener('storage', hear);
  }

  /** The entries of a dialog, in order; reactive. */
  of(dialog: number): readonly Outgoing[] {
    return this.#entries.get(dialog) ?? NONE;
  }

  /** The entries that go to a thread of a dialog (0: to the dialog itself), in order; reactive. */
  in(dialog: number, thread: number): readonly Outgoing[] {
    return this.of(dialog).filter((entry) => (entry.thread ?? 0) === thread);
  }

  /** How many messages are waiting to be sent; reactive. */
  get waiting(): number {
    return [...this.#entries.values()].flat().filter((entry) => !entry.refused).length;
  }

  /** Whether messages wait because the host's disk has no room for them; reactive. */
  get isHostFull(): boolean {
    return this.#isHostFull && this.waiting > 0;
  }

  /**
   * Stores a message, shows it and sends it to a dialog or one of its threads, after its attachments are uploaded. The
   * answer is emitted as an event.
   */
  send(
    dialog: number,
    { text, replyTo, attached, sticker }: MessageContent,
    uploading: readonly DraftAttachment[] = [],
    thread = 0,
  ): void {
    const last = this.of(dialog).at(-1)?.at ?? 0;
    const at = Math.max(Date.now(), last + 1);
    const content = { text, replyTo, attached, sticker };
    const entry: Outgoing = { nonce: newKey(), dialog, ...(thread && { thread }), ...content, at };
    if (uploading.length) return this.#sendLater({ ...entry, uploading });
    store(this.#prefix + entry.nonce, entry);
    this.#put(entry);
    void this.#pump(dialog);
  }

  /** Sends a rejected message again, as a new request. */
  retry(entry: Outgoing): void {
    this.discard(entry.nonce);
    this.send(entry.dialog, contentOf(entry), [], entry.thread);
  }

  /** Removes a message that its author discarded or the host accepted. */
  discard(nonce: string): void {
    store(this.#prefix + nonce, undefined);
    for (const [dialog, entries] of this.#entries) {
      const left = entries.filter((entry) => entry.nonce !== nonce);
      if (left.length !== entries.length) this.#replace(dialog, left);
    }
  }

  /** Puts back a message that its author discarded. */
  restore(entry: Outgoing): void {
    this.#store(entry);
    const entries = [...this.of(entry.dialog), entry];
    this.#replace(
      entry.dialog,
      entries.sort((one, other) => one.at - other.at),
    );
  }

  /** Repeats the running requests: those of a lost connection may never be answered. */
  repeat(): void {
    this.#abort.abort(new Unreachable());
    this.#abort = new AbortController();
  }

  /** Sends the waiting messages of all dialogs: after startup and after each reconnection. */
  flush(): void {
    this.#backoff.cancel();
    this.#backoff.reset();
    this.#pumpAll();
  }

  /** Stops sending; waiting messages stay stored. */
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
        const next = this.of(dialog).find((entry) => !entry.refused && !entry.uploading);
        if (!next || this.#closed || !(await this.#attempt(next))) return;
      }
    } finally {
      this.#sending.delete(dialog);
    }
  }

  /** Tries to send an entry once; returns false if the queue has to wait before the next attempt. */
  async #attempt(entry: Outgoing): Promise<boolean> {
    const { nonce, dialog, thread, text, replyTo, attached = [], sticker } = entry;
    const input = {
      dialog_id: dialog,
      text,
      nonce,
      ...(thread && { thread }),
      ...(replyTo && { replyTo: replyTo.id }),
      ...inputOf(attached),
      ...(sticker && { sticker: sticker.ID }),
    };
    try {
      await this.#events.request(
        (call) => call('dialogs.send', input, { key: nonce, attempts: 1, signal: this.#abort.signal }),
        (Message) => emit({ Type: thread ? 'thread_message' : 'message', Message }),
        (event) => dialogOf(event) === dialog,
      );
      this.#backoff.reset();
      this.#isHostFull = false;
      this.discard(nonce);
      return true;
    } catch (error) {
      this.#isHostFull = isHostFull(error);
      const wait = requiredDelay(error);
      // The replied-to message was deleted meanwhile: send without the reply.
      if (replyTo && error instanceof AppError && error.fields?.replyTo)
        this.#change(entry, { replyTo: null });
      else if (wait === undefined) {
        const refused = error instanceof AppError ? error.code : 'server_error';
        this.#change(entry, { refused });
        if (refused === 'not_found') this.#onlost(dialog);
      } else if (!this.#closed) this.#backoff.schedule(() => this.#pumpAll(), { atLeast: wait });
      return wait === undefined;
    }
  }

  #sendLater(entry: Outgoing): void {
    this.#store(entry);
    this.#put(entry);
    for (const { upload } of entry.uploading ?? [])
      upload?.finished.then(
        () => this.#uploaded(entry),
        () => this.#uploaded(entry),
      );
  }

  /** Called when an upload of a message was finished or cancelled. */
  #uploaded(before: Outgoing): void {
    const entry = this.of(before.dialog).find(({ nonce }) => nonce === before.nonce);
    if (!entry?.uploading) return;
    const left = entry.uploading.filter(({ upload }) => upload?.state !== 'cancelled');
    const attached = left.flatMap((one) => storedOf(one) ?? []);
    if (!left.length && !entry.text) return this.discard(entry.nonce);
    if (attached.length < left.length) return this.#change(entry, { uploading: left, attached });
    this.#change(entry, { uploading: undefined, attached });
    void this.#pump(entry.dialog);
  }

  /** Uploads end with the page: a stored message whose attachments are not all on the host can't be sent as it is. */
  #store({ uploading, ...entry }: Outgoing): void {
    const attached = uploading?.flatMap((one) => storedOf(one) ?? []);
    store(this.#prefix + entry.nonce, attached ? { ...entry, attached, refused: 'interrupted' } : entry);
  }

  #change(entry: Outgoing, part: Partial<Outgoing>): void {
    const changed = { ...entry, ...part };
    const entries = this.of(entry.dialog);
    if (!entries.some((one) => one.nonce === entry.nonce)) return;
    this.#store(changed);
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

/** Returns the content of an entry, to send or edit it again. */
export function contentOf({ text, replyTo, attached = [], sticker }: Outgoing): MessageContent {
  return { text, replyTo, attached, ...(sticker && { sticker }) };
}

const NONE: readonly Outgoing[] = [];
/** Retry backoff in milliseconds; a reconnection usually comes sooner and flushes the queue. */
const RETRY_DELAYS = { min: 1_000, max: 30_000 };

/** Minimum delay before a retry, in milliseconds; undefined for a permanent rejection, which is not retried. */
function requiredDelay(error: unknown): number | undefined {
  if (!(error instanceof AppError)) return undefined;
  if (error instanceof Unreachable) return 0;
  if (error.code === 'unavailable' || error.code === 'rate_limit_exceeded')
    return (error.retryAfter ?? 0) * 1000;
  // Signed out meanwhile: the message waits until the same person signs in again.
  return error.code === 'auth_failed' ? RETRY_DELAYS.max : undefined;
}
