import { AttachmentTray } from '../../media/attachments/attachment-tray.svelte';
import type { StoredAttachment } from '../../media/attachments/tray/stored-attachments';
import { draftAt, storeDraft } from './drafts';

/** What every draft stores on this device. */
export interface StoredDraft {
  text: string;
  attached: readonly StoredAttachment[];
}

/** A text with attachments that is being written. Stored on this device until it is sent or discarded. */
export abstract class WrittenDraft<Stored extends StoredDraft> {
  readonly tray: AttachmentTray;
  /** What was stored when the draft was opened. */
  protected readonly stored: Stored;
  readonly #place: string;
  #text = $state('');

  /** `place` names the draft on this device; `initial` is there unless one is stored. */
  constructor(place: string, initial: Stored) {
    this.#place = place;
    this.stored = draftAt<Stored>(place) ?? initial;
    this.#text = this.stored.text;
    this.tray = new AttachmentTray(place, this.stored.attached, () => this.store());
  }

  get text(): string {
    return this.#text;
  }
  set text(text: string) {
    this.#text = text;
    this.store();
  }

  get isEmpty(): boolean {
    return this.#text.trim() === '' && this.tray.isEmpty;
  }

  /** Stores the draft as it is now. */
  protected abstract store(): void;

  /** Stores this; undefined removes what is stored. */
  protected keep(stored: Stored | undefined): void {
    storeDraft(this.#place, stored);
  }

  /** Removes the sent text without storing the draft; what was written in the meantime stays. */
  protected removeSent(content: string): void {
    if (this.#text.trim() === content) this.#text = '';
  }
}
