import { draftAt, storeDraft } from './composer/drafts';

/** Remembers on this device the newest post the person has seen in a part of the feed. */
export class Seen {
  readonly #place: string;
  /** The newest post seen before this visit; 0 on the first visit. */
  readonly before: number;
  #hasArrived = $state(false);

  constructor(source: string) {
    this.#place = `seen ${source}`;
    this.before = draftAt<number>(this.#place) ?? 0;
  }

  /** Whether the person has scrolled past all new posts in this visit. */
  get hasCome(): boolean {
    return this.#hasArrived;
  }

  /** Call when the line below the new posts becomes visible. */
  come(): void {
    this.#hasArrived = true;
  }

  /** Stores the newest post shown: once the person has reached the line, or at once if there is no line. */
  note(newest: number): void {
    if (newest > 0 && (this.#hasArrived || this.before === 0)) storeDraft(this.#place, newest);
  }
}
