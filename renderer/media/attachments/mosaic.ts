/** The place of one picture. All numbers are shares of the width of the mosaic. */
export interface MosaicBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Mosaic {
  /** As a share of its width. */
  height: number;
  /** In the order of the pictures. */
  boxes: MosaicBox[];
}

export interface MosaicOptions {
  /** The greatest height, as a share of the width. */
  tallest?: number;
  /** The gap between two pictures, as a share of the width. */
  gap?: number;
}

/**
 * Arranges pictures, given by their aspect ratios (width / height), in rows that fill the width exactly and keep their
 * order. Of all arrangements, the one that crops least and shows the pictures at the most similar sizes is chosen. One
 * picture gets its own aspect ratio, within limits.
 */
export function mosaic(ratios: readonly number[], options: MosaicOptions = {}): Mosaic {
  const { tallest = MAX_HEIGHT, gap = GAP } = options;
  const [only] = ratios;
  if (only === undefined) return { height: 0, boxes: [] };
  if (ratios.length === 1) {
    const height = Math.min(tallest, 1 / clamp(only, MIN_RATIO_ALONE, MAX_RATIO_ALONE));
    return { height, boxes: [{ x: 0, y: 0, width: 1, height }] };
  }
  let best: Mosaic | undefined;
  let lowest = Infinity;
  for (const candidate of candidates(ratios, gap, tallest)) {
    const cost = costOf(candidate, ratios);
    if (cost < lowest) [best, lowest] = [candidate, cost];
  }
  return best ?? { height: 0, boxes: [] };
}

/** Returns which share of a picture is visible when it fills a box of another aspect ratio. */
export function visibleShare(ratio: number, box: MosaicBox): number {
  const shape = box.width / box.height;
  return Math.min(shape / ratio, ratio / shape);
}

function* candidates(ratios: readonly number[], gap: number, tallest: number): Generator<Mosaic> {
  const fewest = ratios.length > FREELY_SPLIT ? MIN_IN_ROW : 1;
  for (const rows of splits(ratios.length, fewest)) yield inRows(ratios, rows, gap, tallest);
  if (ratios.length === 3 || ratios.length === 4) {
    const beside = besideColumn(ratios, gap);
    if (beside && beside.height <= tallest) yield beside;
  }
}

/**
 * Yields all ways to divide `count` pictures into consecutive rows of at least `fewest`, as the lengths of the rows.
 */
function* splits(count: number, fewest: number): Generator<number[]> {
  if (count === 0) yield [];
  for (let first = fewest; first <= Math.min(count, MAX_IN_ROW); first++) {
    for (const rest of splits(count - first, fewest)) yield [first, ...rest];
  }
}

function inRows(ratios: readonly number[], lengths: readonly number[], gap: number, tallest: number): Mosaic {
  let from = 0;
  const rows = lengths.map((length) => {
    const row = ratios.slice(from, (from += length)).map((ratio) => clamp(ratio, MIN_RATIO, MAX_RATIO));
    const sum = row.reduce((total, ratio) => total + ratio, 0);
    const room = 1 - gap * (length - 1);
    return {
      widths: row.map((ratio) => (room * ratio) / sum),
      height: clamp(room / sum, MIN_ROW_HEIGHT, tallest),
    };
  });
  const gaps = gap * (rows.length - 1);
  const heights = rows.reduce((total, { height }) => total + height, 0);
  const scale = Math.min(1, (tallest - gaps) / heights);
  const boxes: MosaicBox[] = [];
  let y = 0;
  for (const { widths, height } of rows) {
    let x = 0;
    for (const width of widths) {
      boxes.push({ x, y, width, height: height * scale });
      x += width + gap;
    }
    y += height * scale + gap;
  }
  return { height: y - gap, boxes };
}

/** The first picture beside a column of the others, without any cropping; null if one would become too narrow. */
function besideColumn(ratios: readonly number[], gap: number): Mosaic | null {
  const [first = 1, ...others] = ratios.map((ratio) => clamp(ratio, MIN_RATIO, MAX_RATIO));
  // height = first width / first ratio = column width * sum of (1 / ratio) + gaps, and both widths with a gap are 1.
  const slope = others.reduce((total, ratio) => total + 1 / ratio, 0);
  const gaps = gap * (others.length - 1);
  const column = (1 - gap - first * gaps) / (1 + first * slope);
  const lead = 1 - gap - column;
  if (Math.min(column, lead) < MIN_COLUMN_WIDTH) return null;
  const height = lead / first;
  const boxes: MosaicBox[] = [{ x: 0, y: 0, width: lead, height }];
  let y = 0;
  for (const ratio of others) {
    boxes.push({ x: lead + gap, y, width: column, height: column / ratio });
    y += column / ratio + gap;
  }
  return { height, boxes };
}

function costOf({ height, boxes }: Mosaic, ratios: readonly number[]): number {
  const areas = boxes.map((box) => Math.log(box.width * box.height));
  const mean = areas.reduce((total, area) => total + area, 0) / areas.length;
  let cost = 0;
  boxes.forEach((box, place) => {
    const hidden = 1 - visibleShare(ratios[place] ?? 1, box);
    const uneven = (areas[place] ?? mean) - mean;
    // The first picture may be larger than the others, but not smaller.
    const weight = place === 0 && uneven > 0 ? UNEVEN / 3 : UNEVEN;
    cost += hidden * hidden * CROPPED + uneven * uneven * weight;
    const side = Math.min(box.width, box.height);
    if (side < SHORT_SIDE) cost += ((SHORT_SIDE - side) / SHORT_SIDE) ** 2 * SLIVER;
  });
  return cost / boxes.length + (height - PREFERRED_HEIGHT) ** 2;
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

const MAX_HEIGHT = 1.2;
/** Three of 480 pixels. */
const GAP = 1 / 160;
const MAX_IN_ROW = 5;
/** With more pictures no row has fewer than these: there would be half a million ways to divide twenty. */
const FREELY_SPLIT = 10;
const MIN_IN_ROW = 3;
const MIN_ROW_HEIGHT = 0.18;
const MIN_COLUMN_WIDTH = 0.25;
const PREFERRED_HEIGHT = 0.85;
/** Aspect ratios beyond these are cropped. */
const MIN_RATIO = 0.5;
const MAX_RATIO = 3.6;
const MIN_RATIO_ALONE = 0.4;
const MAX_RATIO_ALONE = 4;
/** Weights of the costs. */
const CROPPED = 8;
const UNEVEN = 0.35;
const SLIVER = 4;
/** Boxes with a shorter side than this show too little of a picture. */
const SHORT_SIDE = 0.24;
