import type { Sticker, StickerPack } from '../../../shared/contract/records';
import { Attempt, call, isOutdating, on, session } from '../../api';
import { readStored, store } from '../../api/storage';
import { hasExpired } from '../signed-url';

/**
 * The packs of stickers that the signed-in person made or added, and the stickers that they sent last on this device.
 */
class StickerPacks {
  readonly loading = new Attempt();
  #person = 0;
  #packs = $state.raw<readonly StickerPack[]>([]);
  #isLoaded = $state(false);
  #recent = $state.raw<readonly number[]>([]);

  constructor() {
    on((event) => {
      if (this.#person && (event.Type === 'stickers' || isOutdating(event))) void this.load();
    });
  }

  /** In the order in which they are shown. */
  get packs(): readonly StickerPack[] {
    return this.#packs;
  }
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** The stickers of these packs that were sent last, the latest first. */
  readonly recent: readonly Sticker[] = $derived.by(() => {
    const all = new Map(this.#packs.flatMap(({ Stickers }) => Stickers.map((one) => [one.ID, one] as const)));
    return this.#recent.flatMap((id) => all.get(id) ?? []);
  });

  /**
   * Loads the packs of who is signed in, unless they are loaded and their URLs still valid; from then on they follow
   * changes.
   */
  async ensure(): Promise<void> {
    if (this.#person === session.id && (this.#isCurrent || this.loading.busy)) return;
    if (this.#person !== session.id) {
      this.#person = session.id;
      this.#packs = [];
      this.#isLoaded = false;
      this.#recent = readStored<number[]>(recentKey()) ?? [];
    }
    await this.load();
  }

  async load(): Promise<void> {
    const person = session.id;
    await this.loading.refresh(async () => {
      const packs = await call('stickers.packs');
      if (person !== session.id) return;
      this.#packs = packs;
      this.#isLoaded = true;
    });
  }

  /** Returns the stickers that express one of some emoji, foremost ones first. */
  byEmoji(emoji: readonly string[]): Sticker[] {
    const asked = new Set(emoji.map(bare));
    const found = this.#packs.flatMap(({ Stickers }) =>
      Stickers.flatMap((sticker) => {
        const place = sticker.Emoji.findIndex((one) => asked.has(bare(one)));
        return place < 0 ? [] : [{ sticker, place }];
      }),
    );
    return found.sort((one, other) => one.place - other.place).map(({ sticker }) => sticker);
  }

  /** Remembers that a sticker was sent. */
  note({ ID }: Sticker): void {
    this.#recent = [ID, ...this.#recent.filter((id) => id !== ID)].slice(0, RECENT);
    store(recentKey(), this.#recent);
  }

  get #isCurrent(): boolean {
    // All were loaded at once, so their URLs expire at once.
    const first = this.#packs.find(({ Stickers }) => Stickers.length)?.Stickers[0];
    return this.#isLoaded && !(first && hasExpired(first.Url));
  }
}

/** How many of the stickers that were sent last are remembered. */
const RECENT = 24;

function recentKey(): string {
  return `courtyard.stickers.${session.id}`;
}

/** An emoji without the selector of its form and without skin tones. */
function bare(emoji: string): string {
  return emoji.replace(/[\uFE0F\u{1F3FB}-\u{1F3FF}]/gu, '');
}

export const stickerPacks = new StickerPacks();
