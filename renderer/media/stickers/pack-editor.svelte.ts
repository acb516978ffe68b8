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
  /** The pack as stored on the host. */
  #pack = $state.raw<StickerPack | null>(null);
  /** The new order until the host has stored it. */
  #wanted = $state.raw<readonly number[] | null>(null);
  #ordering: Promise<boolean> | undefined;
  #written: Promise<boolean> = Promise.resolve(true);
  readonly #stickers = $derived(inOrder(this.#pack?.Stickers ?? [], this.#wanted));
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
    return this.#stickers;
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

  rename(text: string): Promise<boolean> {
    const name = text.trim();
    return this.#write(async () => {
      if (name !== this.#pack?.Name) await this.#update({ name });
    });
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
  async describe({ ID }: Sticker, text: string): Promise<boolean> {
    const emoji = emojiIn(text);
    if (!emoji) return false;
    return this.#write(async () => {
      const stored = this.#find(ID);
      if (!stored || stored.Emoji.join() === emoji.join()) return;
      const input = { sticker_id: ID, emoji: emoji.join(' ') };
      const changed = await call('stickers.update', input, { key: newKey() });
      this.#put((all) => all.map((one) => (one.ID === ID ? changed : one)));
    });
  }

  /** Moves a sticker by some places. */
  async move({ ID }: Sticker, by: number): Promise<void> {
    const order = this.stickers.map((one) => one.ID);
    const from = order.indexOf(ID);
    const to = from + by;
    if (from < 0 || to < 0 || to >= order.length) return;
    this.#wanted = order.toSpliced(from, 1).toSpliced(to, 0, ID);
    await (this.#ordering ??= this.#write(() => this.#sendOrder()));
  }

  async remove({ ID }: Sticker): Promise<void> {
    await this.#write(async () => {
      if (!this.#find(ID)) return;
      await call('stickers.remove', { sticker_id: ID }, { key: newKey() });
      this.#put((all) => all.filter((one) => one.ID !== ID));
    });
  }

  async #addOne(chosen: File): Promise<boolean> {
    const file = await stickerFile(chosen);
    if (!file) return false;
    const input = { pack_id: this.#id, emoji: FIRST_EMOJI };
    const task = { call: 'stickers.upload' as const, input };
    return this.#write(async () => {
      const added = await uploadResult(uploads.add(file, task, { isShown: false }));
      this.#put((all) => [...all, added]);
    });
  }

  /** Sends the latest order; skips those that were changed again before they were sent. */
  async #sendOrder(): Promise<void> {
    try {
      for (let sent: unknown = null; sent !== this.#wanted;) {
        sent = this.#wanted;
        await this.#update({ stickers: this.stickers.map(({ ID }) => ID) });
      }
    } finally {
      this.#wanted = null;
      this.#ordering = undefined;
    }
  }

  async #update(change: { name?: string; stickers?: number[] }): Promise<void> {
    this.#pack = await call('stickers.updatePack', { pack_id: this.#id, ...change }, { key: newKey() });
  }

  /** Runs one write after the other, since each answer holds the pack as it is then. Resolves to false if it failed. */
  #write(work: () => Promise<unknown>): Promise<boolean> {
    return (this.#written = this.#written.then(() => this.writing.run(work)));
  }

  #find(id: number): Sticker | undefined {
    return this.#pack?.Stickers.find(({ ID }) => ID === id);
  }

  #put(change: (all: readonly Sticker[]) => readonly Sticker[]): void {
    if (this.#pack) this.#pack = { ...this.#pack, Stickers: [...change(this.#pack.Stickers)] };
  }
}

/** Sorts the stickers by the wanted order; those that it doesn't name follow at the end. */
function inOrder(stickers: readonly Sticker[], wanted: readonly number[] | null): readonly Sticker[] {
  if (!wanted) return stickers;
  const named = wanted.flatMap((id) => stickers.find(({ ID }) => ID === id) ?? []);
  return [...new Set([...named, ...stickers])];
}

/** Returns the emoji in a text; null unless it is one to five of them and nothing else. */
export function emojiIn(text: string): string[] | null {
  const found = [...new Set(text.match(/\p{RGI_Emoji}/gv) ?? [])];
  const isOnlyEmoji = text.replace(/\p{RGI_Emoji}|\s|,/gv, '') === '';
  return isOnlyEmoji && found.length >= 1 && found.length <= STICKERS.emoji && found.every(isEmoji)
    ? found
    : null;
}
