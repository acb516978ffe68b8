import { SvelteMap } from 'svelte/reactivity';
import type { Attached } from '../../media/attachments/attaching.svelte';
import { readStored, store, storedKeys } from '../../api/storage';

/** The message that another answers, as far as its quote shows it. */
export interface Quoted {
  id: number;
  /** The author's number, for the hue; 0 for who is gone. */
  author: number;
  name: string;
  text: string;
}

/** What was written in a dialog and not sent. */
export interface MessageDraft {
  text: string;
  replyTo: Quoted | null;
  attached?: readonly Attached[];
}

/**
 * One person's drafts on this device: one for each dialog, kept as they are written. Each is stored apart, so that two windows
 * of one browser don't overwrite each other's, and what is written in one of them is there in the other.
 */
export class Drafts {
  readonly #prefix: string;
  readonly #drafts = new SvelteMap<number, MessageDraft>();
  readonly #onchanged: (dialog: number) => void;

  /** `onchanged` hears of a dialog whose draft was changed by something else than its box here. */
  constructor(person: number, onchanged: (dialog: number) => void) {
    this.#prefix = `courtyard.drafts.${person}.`;
    this.#onchanged = onchanged;
    this.#takeApart(`courtyard.drafts.${person}`);
    for (const key of storedKeys(this.#prefix)) this.#read(key);
  }

  /** Sees what other windows write; gives the way to stop. */
  follow(): () => void {
    const hear = ({ key }: StorageEvent) => {
      if (key?.startsWith(this.#prefix)) this.#onchanged(this.#read(key));
    };
    addEventListener('storage', hear);
    return () => removeEventListener('storage', hear);
  }

  /** Reactive. */
  of(dialog: number): MessageDraft | undefined {
    return this.#drafts.get(dialog);
  }

  /** An empty draft without a reply, and with nothing that goes with it, is none. */
  keep(dialog: number, draft: MessageDraft): void {
    const isFilled = draft.text.trim() || draft.replyTo || draft.attached?.length;
    if (isFilled) this.#drafts.set(dialog, draft);
    else if (!this.#drafts.delete(dialog)) return;
    store(this.#prefix + dialog, isFilled ? draft : undefined);
  }

  drop(dialog: number): void {
    this.keep(dialog, { text: '', replyTo: null });
  }

  /** A message is gone: nothing can answer it. */
  dropReplyTo(dialog: number, message: number): void {
    const draft = this.of(dialog);
    if (draft?.replyTo?.id !== message) return;
    this.keep(dialog, { ...draft, replyTo: null });
    this.#onchanged(dialog);
  }

  /** Reads what is stored under a key; gives the dialog that it is of. */
  #read(key: string): number {
    const dialog = Number(key.slice(this.#prefix.length));
    const draft = readStored<MessageDraft>(key);
    if (draft) this.#drafts.set(dialog, draft);
    else this.#drafts.delete(dialog);
    return dialog;
  }

  /** Earlier versions stored all of them together. */
  #takeApart(key: string): void {
    const together = readStored<[number, MessageDraft][]>(key);
    if (!Array.isArray(together)) return;
    for (const [dialog, draft] of together) store(this.#prefix + dialog, draft);
    store(key, undefined);
  }
}
