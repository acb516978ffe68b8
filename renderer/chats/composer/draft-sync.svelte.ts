import type { Draft } from '../../../shared/contract/records';
import { AppError, EventSubscription, session, type ServerEvent } from '../../api';
import { readStored, store } from '../../api/storage';
import { quoted } from './composer.svelte';
import type { Drafts, MessageDraft } from './drafts.svelte';

/**
 * Keeps the text and reply of a person's drafts equal on their devices. What is written is saved at the host after a
 * pause; the later of two versions counts. Changes made without a connection are stored on the device and saved later.
 * Attachments stay on the device that uploaded them.
 */
export class DraftSync {
  readonly #person: number;
  readonly #drafts: Drafts;
  readonly #key: string;
  /** When each draft that the host doesn't have was changed, in Unix milliseconds by this device's clock. */
  readonly #unsaved: Map<number, number>;
  /** What was sent last to be saved, whose event changes nothing here. */
  readonly #sent = new Map<number, { text: string; replyTo: number }>();
  /** What the host has of each dialog, as far as this device knows. */
  readonly #stored = new Map<number, string>();
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();
  readonly #events = new EventSubscription((event) => this.#handle(event));

  constructor(person: number, drafts: Drafts) {
    this.#person = person;
    this.#drafts = drafts;
    this.#key = `courtyard.unsaved-drafts.${person}`;
    this.#unsaved = new Map(readStored<[number, number][]>(this.#key) ?? []);
  }

  /** Subscribes to what other devices save; returns a function that stops it. `load` is called for each connection. */
  follow(): () => void {
    const stop = this.#events.open();
    const hide = () => document.visibilityState === 'hidden' && this.saveAll();
    document.addEventListener('visibilitychange', hide);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', hide);
      for (const timer of this.#timers.values()) clearTimeout(timer);
    };
  }

  /** Notes that the person changed a draft, and saves it after a pause; at once when it was sent or emptied. */
  note(dialog: number): void {
    this.#unsaved.set(dialog, Date.now());
    this.#persist();
    this.#saveIn(dialog, this.#drafts.of(dialog)?.text ? PAUSE : 0);
  }

  /** Saves everything that the host doesn't have. */
  saveAll(): void {
    for (const dialog of this.#unsaved.keys()) void this.#save(dialog);
  }

  /** Takes the drafts from the host, and saves those that were changed here later. */
  async load(): Promise<void> {
    try {
      await this.#events.request(
        (call) => call('dialogs.drafts'),
        (drafts) => {
          for (const draft of drafts) this.#take(draft);
        },
      );
    } catch {
      // Asked for again with the next connection.
      return;
    }
    this.saveAll();
  }

  #handle(event: ServerEvent): void {
    if (event.Type === 'draft') this.#hear(event.Draft);
    else if (event.Type === 'reset') void this.load();
    else if (event.Type === 'dialog_delete') this.#forget(event.Dialog);
  }

  #hear(draft: Draft): void {
    const sent = this.#sent.get(draft.Dialog);
    this.#sent.delete(draft.Dialog);
    const isOwn = sent?.text === draft.Text && sent.replyTo === (draft.ReplyTo?.ID ?? 0);
    if (!isOwn) this.#take(draft);
  }

  /** Shows a draft of the host unless the one here was changed later. */
  #take(draft: Draft): void {
    if (this.#isOlder(draft)) return;
    this.#stored.set(draft.Dialog, wordsOf(draft));
    this.#forget(draft.Dialog);
    const here = this.#drafts.of(draft.Dialog);
    if (isSame(here, draft)) return;
    this.#drafts.take(draft.Dialog, { text: draft.Text, replyTo: draft.ReplyTo && quoted(draft.ReplyTo) });
  }

  /** Whether the draft here was changed later than one of the host. */
  #isOlder(draft: Draft): boolean {
    const changed = this.#unsaved.get(draft.Dialog);
    if (changed === undefined) return false;
    // The clocks of two machines differ, but what is still as this device left it was not changed by another one.
    return changed / 1000 >= draft.Timestamp || this.#stored.get(draft.Dialog) === wordsOf(draft);
  }

  #saveIn(dialog: number, pause: number): void {
    clearTimeout(this.#timers.get(dialog));
    this.#timers.set(
      dialog,
      setTimeout(() => void this.#save(dialog), pause),
    );
  }

  async #save(dialog: number): Promise<void> {
    clearTimeout(this.#timers.get(dialog));
    const changed = this.#unsaved.get(dialog);
    // A save that failed is tried again, perhaps after another person signed in.
    if (changed === undefined || session.id !== this.#person) return;
    const draft = this.#drafts.of(dialog);
    const age = Math.max(0, Math.round((Date.now() - changed) / 1000));
    const input = { dialog_id: dialog, text: draft?.text ?? '', replyTo: draft?.replyTo?.id ?? 0, age };
    this.#sent.set(dialog, input);
    try {
      await this.#events.request(
        (call) => call('dialogs.saveDraft', input),
        (saved) => {
          this.#stored.set(dialog, wordsOf(saved));
          // Changed again meanwhile: that is saved next.
          if (this.#unsaved.get(dialog) !== changed) return;
          this.#forget(dialog);
          if (!isSame(this.#drafts.of(dialog), saved)) this.#take(saved);
        },
      );
    } catch (error) {
      if (isRefused(error)) this.#forget(dialog);
      else this.#saveIn(dialog, RETRY);
    }
  }

  #forget(dialog: number): void {
    clearTimeout(this.#timers.get(dialog));
    if (this.#unsaved.delete(dialog)) this.#persist();
  }

  #persist(): void {
    store(this.#key, this.#unsaved.size ? [...this.#unsaved] : undefined);
  }
}

/** Milliseconds without a change after which a draft is saved. */
const PAUSE = 2_000;
/** Milliseconds after which a draft that could not be saved is saved again. */
const RETRY = 30_000;

function wordsOf({ Text, ReplyTo }: Draft): string {
  return JSON.stringify([Text, ReplyTo?.ID ?? 0]);
}

function isSame(here: MessageDraft | undefined, draft: Draft): boolean {
  return (here?.text ?? '') === draft.Text && (here?.replyTo?.id ?? 0) === (draft.ReplyTo?.ID ?? 0);
}

/** Whether the host will never take it: the dialog is gone, or the text is too long. */
function isRefused(error: unknown): boolean {
  return error instanceof AppError && ['not_found', 'access_denied', 'validation_error'].includes(error.code);
}
