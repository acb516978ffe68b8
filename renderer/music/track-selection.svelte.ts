import type { Track } from '../../shared/contract/records';

/** The selected tracks of a list. Reactive. */
export class TrackSelection {
  readonly #tracks: () => readonly Track[];
  #chosen = $state.raw<ReadonlySet<number>>(new Set());
  /** Where a range that is selected with Shift begins. */
  #anchor = 0;

  constructor(tracks: () => readonly Track[]) {
    this.#tracks = tracks;
  }

  has({ ID }: Track): boolean {
    return this.#chosen.has(ID);
  }

  /** Selects a clicked track alone, with Ctrl or Cmd besides the others, with Shift all up to it. */
  choose(event: Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey'>, index: number): void {
    const track = this.#tracks()[index];
    if (!track) return;
    if (event.shiftKey) {
      const [first, last] = [Math.min(this.#anchor, index), Math.max(this.#anchor, index)];
      const range = this.#tracks().slice(first, last + 1);
      this.#chosen = new Set(range.map(({ ID }) => ID));
      return;
    }
    this.#anchor = index;
    if (event.ctrlKey || event.metaKey) this.toggle(track);
    else this.#chosen = new Set([track.ID]);
  }

  toggle({ ID }: Track): void {
    this.#chosen = new Set(
      this.#chosen.has(ID) ? [...this.#chosen].filter((id) => id !== ID) : [...this.#chosen, ID],
    );
  }

  /** Returns the tracks a menu or a key applies to: the whole selection if this track is part of it. */
  including(track: Track): readonly Track[] {
    return this.has(track) ? this.#tracks().filter((one) => this.has(one)) : [track];
  }
}
