import { SvelteMap } from 'svelte/reactivity';
import type { Attached } from '../media/attaching.svelte';
import { readStored, store } from '../api/storage';

/** The message that another answers, as far as its quote shows it. */
export interface Quoted {
  id: number;
  /** The author's number, for the hue; 0 for who is gone. */
  author: number;
  name: string;
  text: string;
}

/** What was written in a dialog and not sent. */
export interface Draft {
  text: string;
  replyTo: Quoted | null;
  attached?: readonly Attached[];
}

/** One person's drafts on this device: one for each dialog, kept as they are written. */
export class Drafts {
  readonly #key: string;
  readonly #drafts: SvelteMap<number, Draft>;

  constructor(person: number) {
    this.#key = `courtyard.drafts.${person}`;
    const stored = readStored<[number, Draft][]>(this.#key);
    this.#drafts = new SvelteMap(Array.isArray(stored) ? stored : []);
  }

  /** Reactive. */
  of(dialog: number): Draft | undefined {
    return this.#drafts.get(dialog);
  }

  /** An empty draft without a reply, and with nothing that goes with it, is none. */
  keep(dialog: number, draft: Draft): void {
    if (draft.text.trim() || draft.replyTo || draft.attached?.length) this.#drafts.set(dialog, draft);
    else if (!this.#drafts.delete(dialog)) return;
    store(this.#key, [...this.#drafts]);
  }

  drop(dialog: number): void {
    this.keep(dialog, { text: '', replyTo: null });
  }
}
