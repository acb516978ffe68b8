import { SvelteMap } from 'svelte/reactivity';
import { readStored, store, storedKeys } from '../../api/storage';
import type { MessageContent } from './message-content';

/** An unsent message of a dialog or thread. */
export type MessageDraft = Pick<MessageContent, 'text' | 'replyTo'> &
  Partial<Pick<MessageContent, 'attached'>> & {
    /** The dialog of the thread to which it goes. */
    dialog?: number;
  };

/**
 * One person's drafts on this device, one for each dialog and thread, stored as they are written. Each has its own
 * storage key, so two windows of a browser don't overwrite each other's drafts, and a draft written in one appears in
 * the other.
 */
export class Drafts {
  readonly #prefix: string;
  readonly #drafts = new SvelteMap<number, MessageDraft>();
  readonly #onchanged: (dialog: number) => void;
  readonly #onedited: (dialog: number) => void;

  /**
   * Calls `onchanged` with the id of a dialog whose draft was changed by anything other than its composer in this
   * window, and `onedited` when the person changed its text or reply here. Drafts in threads stay on this device.
   */
  constructor(
    person: number,
    onchanged: (dialog: number) => void,
    onedited: (dialog: number) => void = () => undefined,
  ) {
    this.#prefix = `courtyard.drafts.${person}.`;
    this.#onchanged = onchanged;
    this.#onedited = onedited;
    this.#migrate(`courtyard.drafts.${person}`);
    for (const key of storedKeys(this.#prefix)) this.#read(key);
  }

  /** Starts to follow changes made in other windows; returns a function that stops it. */
  follow(): () => void {
    const onStorage = ({ key }: StorageEvent) => {
      if (key?.startsWith(this.#prefix)) this.#onchanged(this.#read(key));
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }

  /** Returns the draft of a dialog; reactive. */
  of(dialog: number): MessageDraft | undefined {
    return this.#drafts.get(dialog);
  }

  /** Returns the drafts of a dialog and its threads, each with the id under which it is stored; reactive. */
  in(dialog: number): [number, MessageDraft][] {
    return [...this.#drafts].filter(([id, draft]) => id === dialog || draft.dialog === dialog);
  }

  /** Stores a draft; one without text, reply and attachments is removed. */
  set(dialog: number, draft: MessageDraft): void {
    const before = this.of(dialog);
    const isEdited =
      (before?.text ?? '') !== draft.text || (before?.replyTo?.id ?? 0) !== (draft.replyTo?.id ?? 0);
    this.#put(dialog, draft);
    if (isEdited && !(draft.dialog ?? before?.dialog)) this.#onedited(dialog);
  }

  /** Applies the text and reply of a draft saved by another device. Attachments stay. */
  applyRemote(dialog: number, draft: Pick<MessageDraft, 'text' | 'replyTo'>): void {
    const attached = this.of(dialog)?.attached;
    this.#put(dialog, { ...draft, ...(attached && { attached }) });
    this.#onchanged(dialog);
  }

  #put(dialog: number, draft: MessageDraft): void {
    const hasContent = draft.text.trim() || draft.replyTo || draft.attached?.length;
    if (hasContent) this.#drafts.set(dialog, draft);
    else if (!this.#drafts.delete(dialog)) return;
    store(this.#prefix + dialog, hasContent ? draft : undefined);
  }

  remove(dialog: number): void {
    this.set(dialog, { text: '', replyTo: null });
  }

  /** Removes the reply from a draft if it refers to this message, which was deleted. */
  removeReplyTo(dialog: number, message: number): void {
    const draft = this.of(dialog);
    if (draft?.replyTo?.id !== message) return;
    this.set(dialog, { ...draft, replyTo: null });
    this.#onchanged(dialog);
  }

  /** Reads the draft stored under a key; returns the id of its dialog. */
  #read(key: string): number {
    const dialog = Number(key.slice(this.#prefix.length));
    const draft = readStored<MessageDraft>(key);
    if (draft) this.#drafts.set(dialog, draft);
    else this.#drafts.delete(dialog);
    return dialog;
  }

  /** Migrates drafts of earlier versions, which stored all of them under one key. */
  #migrate(key: string): void {
    const all = readStored<[number, MessageDraft][]>(key);
    if (!Array.isArray(all)) return;
    for (const [dialog, draft] of all) store(this.#prefix + dialog, draft);
    store(key, undefined);
  }
}
