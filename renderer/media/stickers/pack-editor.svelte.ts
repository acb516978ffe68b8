import type { Sticker, StickerPack } from '../../../shared/contract/records';
import { isEmoji } from '../../../shared/emoji';
import { STICKERS } from '../../../shared/limits';
import { Attempt, call, newKey, uploadResult, uploads } from '../../api';
import { stickerFile } from './sticker-picture';

/** The emoji of a sticker that nobody described yet. */
const FIRST_EMOJI = '🙂';

/** An own pack of stickers that is being edited. Every change is stored at once. */
export class PackEditor {
  readonly loading = new Attempt();
  readonly writing = new Attempt();
  readonly #id: number;
  #pack = $state.raw<StickerPack | null>(null);
  #adding = $state({ done: 0, total: 0 });
  /** The names of files that can't be stickers. */
  #refused = $state.raw<readonly string[]>([]);

  constructor(id: number) {
    this.#id = id;
  }

  get pack(): StickerPack | null {
    return this.#pack;
  }
  get stickers(): readonly Sticker[] {
    return this.#pack?.Stickers ?? [];
  }
  /** How many of the chosen pictures were added; 0 of 0 when none is being added. */
  get adding(): { done: number; total: number } {
    return this.#adding;
  }
  get refused(): readonly string[] {
    return this.#refused;
  }
  get isFull(): boolean {
    return this.stickers.length >= STICKERS.each;
  }

  async load(): Promise<void> {
    await this.loading.refresh(async () => (this.#pack = await call('stickers.pack', { pack_id: this.#id })));
  }

  rename(name: string): Promise<boolean> {
    if (!name.trim() || name.trim() === this.#pack?.Name) return Promise.resolve(true);
    return this.#change({ name: name.trim() });
  }

  /** Adds pictures one after the other, in the order in which they were chosen, as far as the pack has room. */
  async add(files: readonly File[]): Promise<void> {
    const chosen = files.slice(0, STICKERS.each - this.stickers.length);
    this.#refused = files.slice(chosen.length).map(({ name }) => name);
    this.#adding = { done: 0, total: chosen.length };
    for (const file of chosen) {
      if (!(await this.#addOne(file))) this.#refused = [...this.#refused, file.name];
      this.#adding = { ...this.#adding, done: this.#adding.done + 1 };
    }
    this.#adding = { done: 0, total: 0 };
  }

  /** Stores the emoji of a sticker. Resolves to false if they are none. */
  async describe(sticker: Sticker, text: string): Promise<boolean> {
    const emoji = emojiIn(text);
    if (!emoji) return false;
    if (emoji.join() === sticker.Emoji.join()) return true;
    return this.writing.refresh(async () => {
      const input = { sticker_id: sticker.ID, emoji: emoji.join(' ') };
      const changed = await call('stickers.update', input, { key: newKey() });
      this.#put(this.stickers.map((one) => (one.ID === changed.ID ? changed : one)));
    });
  }

  /** Moves a sticker by some places. */
  async move(sticker: Sticker, by: number): Promise<void> {
    const from = this.stickers.findIndex(({ ID }) => ID === sticker.ID);
    const to = from + by;
    if (from < 0 || to < 0 || to >= this.stickers.length) return;
    const before = this.stickers;
    const moved = before.toSpliced(from, 1).toSpliced(to, 0, sticker);
    this.#put(moved);
    if (!(await this.#change({ stickers: moved.map(({ ID }) => ID) }))) this.#put(before);
  }

  async remove(sticker: Sticker): Promise<void> {
    await this.writing.refresh(async () => {
      await call('stickers.remove', { sticker_id: sticker.ID }, { key: newKey() });
      this.#put(this.stickers.filter(({ ID }) => ID !== sticker.ID));
    });
  }

  async #addOne(chosen: File): Promise<boolean> {
    const file = await stickerFile(chosen);
    if (!file) return false;
    const input = { pack_id: this.#id, emoji: FIRST_EMOJI };
    const upload = uploads.add(file, { call: 'stickers.upload', input }, { isShown: false });
    try {
      this.#put([...this.stickers, await uploadResult(upload)]);
      return true;
    } catch {
      return false;
    }
  }

  #change(change: { name?: string; stickers?: number[] }): Promise<boolean> {
    return this.writing.refresh(async () => {
      this.#pack = await call('stickers.updatePack', { pack_id: this.#id, ...change }, { key: newKey() });
    });
  }

  #put(stickers: readonly Sticker[]): void {
    if (this.#pack) this.#pack = { ...this.#pack, Stickers: [...stickers] };
  }
}

/** Returns the emoji in a text; null unless it is one to five of them and nothing else. */
export function emojiIn(text: string): string[] | null {
  const found = [...new Set(text.match(/\p{RGI_Emoji}/gv) ?? [])];
  const isOnlyEmoji = text.replace(/\p{RGI_Emoji}|\s|,/gv, '') === '';
  return isOnlyEmoji && found.length >= 1 && found.length <= STICKERS.emoji && found.every(isEmoji)
    ? found
    : null;
}
