import { draftAt, keepDraft } from './composer/drafts';

/** Up to which post somebody has seen a part of the feed, on this device. */
export class Seen {
  readonly #place: string;
  /** The newest post that was seen before this visit; 0 on the first one. */
  readonly before: number;
  #hasCome = $state(false);

  constructor(source: string) {
    this.#place = `seen ${source}`;
    this.before = draftAt<number>(this.#place) ?? 0;
  }

  /** Whether everything new was scrolled through in this visit. */
  get hasCome(): boolean {
    return this.#hasCome;
  }

  /** The line under what is new was seen. */
  come(): void {
    this.#hasCome = true;
  }

  /** The newest post that is shown: noted once all down to the line was seen, and at once where there was none. */
  note(newest: number): void {
    if (newest > 0 && (this.#hasCome || this.before === 0)) keepDraft(this.#place, newest);
  }
}
