import type { VirtualizerHandle } from 'virtua/svelte';
import type { Item } from './items';
import { itemsTouchedBy, type Box } from './marquee.svelte';

/** What a layout places. */
export interface LayoutSource {
  items: readonly Item[];
  hasTiles: boolean;
  /** Height in pixels of what is above the first row. */
  headHeight: number;
}

/** The layout of the list of files: which items share a row, and where the rows are. Reactive. */
export class FileLayout {
  /** Size of the view in pixels. */
  width = $state(0);
  height = $state(0);
  /** The virtual list that shows the rows, while it is rendered. */
  list = $state.raw<VirtualizerHandle>();
  readonly #source: () => LayoutSource;

  /** Number of items per row. */
  readonly columns: number = $derived.by(() =>
    this.#source().hasTiles ? Math.max(2, Math.floor(this.width / (TILE_WIDTH * textScale()))) : 1,
  );
  readonly rows: readonly (readonly Item[])[] = $derived.by(() => {
    const { items } = this;
    return Array.from({ length: Math.ceil(items.length / this.columns) }, (_, row) =>
      items.slice(row * this.columns, (row + 1) * this.columns),
    );
  });

  /** `source` is read again whenever what it reads changes. */
  constructor(source: () => LayoutSource) {
    this.#source = source;
  }

  get items(): readonly Item[] {
    return this.#source().items;
  }

  /** Height in pixels of what is above the first row. */
  get headHeight(): number {
    return this.#source().headHeight;
  }

  /** Number of rows that Page Up and Page Down move by. */
  get rowsPerPage(): number {
    return Math.max(1, Math.floor(this.height / (this.list?.getItemSize(0) || 1)) - 1);
  }

  /** Returns the items that a selection rectangle touches. */
  touchedBy(box: Box): Item[] {
    const { columns, width, list } = this;
    const isRightToLeft = document.dir === 'rtl';
    return this.rows.flatMap((row, index) => {
      const top = (list?.getItemOffset(index) ?? 0) + this.headHeight;
      const bottom = top + (list?.getItemSize(index) ?? 0);
      return itemsTouchedBy(box, row, { top, bottom, columns, width, isRightToLeft });
    });
  }
}

/** Width of a tile in pixels at 100 % text size. */
const TILE_WIDTH = 158;

function textScale(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}
