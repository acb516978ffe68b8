import type { Draft } from '../../../shared/contract/records';
import { AppError, EventSubscription, session, type ServerEvent } from '../../api';
import { readStored, store } from '../../api/storage';
import { quoted } from './composer.svelte';
import type { Drafts, MessageDraft } from './drafts.svelte';

/**
 * Synchronizes the text and reply of a person's drafts between their devices. Changes are saved on the host after a
 * delay; the last change wins. Changes made without a connection are stored on the device and saved later.
 * Attachments stay on the device that uploaded them.
 */
export class DraftSync {
  readonly #person: number;
  readonly #drafts: Drafts;
  readonly #key: string;
  /** When each draft that the host doesn't have was changed, in Unix milliseconds by this device's clock. */
  readonly #unsaved: Map<number, number>;
  /** What this device saved last for each dialog. The event about it is ignored. */
  readonly #sent = new Map<number, { text: string; replyTo: number }>();
  /** The last known content of each draft on the host. */
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
    const onVisibility = () => document.visibilityState === 'hidden' && this.saveAll();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', onVisibility);
      for (const timer of this.#timers.values()) clearTimeout(timer);
    };
  }

  /** Records that the person changed a draft, and saves it after a delay; immediately if it was sent or emptied. */
  note(dialog: number): void {
    this.#unsaved.set(dialog, Date.now());
    this.#persist();
    this.#saveLater(dialog, this.#drafts.of(dialog)?.text ? SAVE_DELAY_MS : 0);
  }

  /** Saves everything that the host doesn't have. */
  saveAll(): void {
    for (const dialog of this.#unsaved.keys()) void this.#save(dialog);
  }

  /** Loads the drafts from the host, and saves those that were changed later on this device. */
  async load(): Promise<void> {
    try {
      await this.#events.request(
        (call) => call('dialogs.drafts'),
        (drafts) => {
          for (const draft of drafts) this.#apply(draft);
        },
      );
    } catch {
      // Loaded again with the next connection.
      return;
    }
    this.saveAll();
  }

  #handle(event: ServerEvent): void {
    if (event.Type === 'draft') this.#handleDraft(event.Draft);
    else if (event.Type === 'reset') void this.load();
    else if (event.Type === 'dialog_delete') this.#forget(event.Dialog);
  }

  #handleDraft(draft: Draft): void {
    const sent = this.#sent.get(draft.Dialog);
    this.#sent.delete(draft.Dialog);
    const isOwn = sent?.text === draft.Text && sent.replyTo === (draft.ReplyTo?.ID ?? 0);
    if (!isOwn) this.#apply(draft);
  }

  /** Applies a draft of the host unless the one on this device was changed later. */
  #apply(draft: Draft): void {
    if (this.#isOutdated(draft)) return;
    this.#stored.set(draft.Dialog, contentOf(draft));
    this.#forget(draft.Dialog);
    const here = this.#drafts.of(draft.Dialog);
    if (isSame(here, draft)) return;
    this.#drafts.applyRemote(draft.Dialog, {
      text: draft.Text,
      replyTo: draft.ReplyTo && quoted(draft.ReplyTo),
    });
  }

  /** Whether the draft on this device was changed later than this one of the host. */
  #isOutdated(draft: Draft): boolean {
    const changed = this.#unsaved.get(draft.Dialog);
    if (changed === undefined) return false;
    // The clocks of the two may differ. A draft that is as this device last saw it was not changed by another one.
    return changed / 1000 >= draft.Timestamp || this.#stored.get(draft.Dialog) === contentOf(draft);
  }

  #saveLater(dialog: number, delay: number): void {
    clearTimeout(this.#timers.get(dialog));
    this.#timers.set(
      dialog,
      setTimeout(() => void this.#save(dialog), delay),
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
          this.#stored.set(dialog, contentOf(saved));
          // Changed again meanwhile: that is saved next.
          if (this.#unsaved.get(dialog) !== changed) return;
          this.#forget(dialog);
          if (!isSame(this.#drafts.of(dialog), saved)) this.#apply(saved);
        },
      );
    } catch (error) {
      if (isRefused(error)) this.#forget(dialog);
      else this.#saveLater(dialog, RETRY_DELAY_MS);
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

/** A draft is saved once it was not changed for this long. */
const SAVE_DELAY_MS = 2_000;
const RETRY_DELAY_MS = 30_000;

function contentOf({ Text, ReplyTo }: Draft): string {
  return JSON.stringify([Text, ReplyTo?.ID ?? 0]);
}

function isSame(here: MessageDraft | undefined, draft: Draft): boolean {
  return (here?.text ?? '') === draft.Text && (here?.replyTo?.id ?? 0) === (draft.ReplyTo?.ID ?? 0);
}

/** Whether saving again can't succeed: the dialog is gone, or the text is too long. */
function isRefused(error: unknown): boolean {
  return error instanceof AppError && ['not_found', 'access_denied', 'validation_error'].includes(error.code);
}
