import { describe, expect, test } from 'vitest';
import { mosaic, visibleShare, type Mosaic } from '../../../../renderer/media/attachments/mosaic';
import fc from '../../../support/inputs/properties';

const PORTRAIT = 3 / 4;
const LANDSCAPE = 3 / 2;
const PANORAMA = 4;
const GAP = 1 / 160;
const TALLEST = 1.2;

/** The number of pictures in each row, from top to bottom. */
function rowLengths({ boxes }: Mosaic): number[] {
  return [...Map.groupBy(boxes, ({ y }) => y.toFixed(6)).values()].map((row) => row.length);
}

/** Adds up the areas of the boxes, each grown by the gap to its right and below. */
function coveredArea({ boxes }: Mosaic): number {
  return boxes.reduce((sum, { width, height }) => sum + (width + GAP) * (height + GAP), 0);
}

describe('a mosaic of one picture', () => {
  test.each([PORTRAIT, 1, LANDSCAPE, 16 / 9, 2.39])('has the aspect ratio %s of the picture', (ratio) => {
    const { height, boxes } = mosaic([ratio], { tallest: 2 });
    expect(boxes).toEqual([{ x: 0, y: 0, width: 1, height }]);
    expect(1 / height).toBeCloseTo(ratio);
  });

  test('is never taller than allowed', () => {
    expect(mosaic([0.1]).height).toBe(TALLEST);
  });
});

describe('a mosaic of several pictures', () => {
  test.each([
    ['two portraits side by side', [PORTRAIT, PORTRAIT], [2]],
    ['two landscapes above each other', [LANDSCAPE, LANDSCAPE], [1, 1]],
    ['a panorama in a row of its own', [PANORAMA, LANDSCAPE, LANDSCAPE], [1, 2]],
    ['four equal ones as two by two', [1, 1, 1, 1], [2, 2]],
  ])('shows %s', (_name, ratios, rows) => {
    expect(rowLengths(mosaic(ratios))).toEqual(rows);
  });

  test('shows a portrait beside two landscapes, uncropped', () => {
    const { boxes, height } = mosaic([PORTRAIT, LANDSCAPE, LANDSCAPE]);
    expect(boxes[0]?.height).toBeCloseTo(height);
    expect(boxes[1]?.x).toBe(boxes[2]?.x);
    for (const [place, box] of boxes.entries())
      expect(visibleShare([PORTRAIT, LANDSCAPE, LANDSCAPE][place] ?? 1, box)).toBeCloseTo(1);
  });
});

const photos = (least: number, most: number) =>
  fc.array(fc.double({ min: least, max: most, noNaN: true }), { minLength: 2, maxLength: 10 });

test('many pictures are in rows of three to five', () => {
  const { boxes } = mosaic(Array.from({ length: 30 }, (_, index) => 0.7 + (index % 5) / 4));
  expect(boxes).toHaveLength(30);
  const rows = Object.values(Object.groupBy(boxes, ({ y }) => y)).map((row = []) => row.length);
  for (const length of rows) expect([3, 4, 5]).toContain(length);
});

describe('every mosaic', () => {
  test('covers its whole rectangle, without gaps or overlaps', () => {
    fc.assert(
      fc.property(photos(0.1, 10), (ratios) => {
        const made = mosaic(ratios);
        expect(made.boxes).toHaveLength(ratios.length);
        for (const { x, y, width, height } of made.boxes) {
          expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
          expect(x + width).toBeLessThanOrEqual(1 + 1e-9);
          expect(y + height).toBeLessThanOrEqual(made.height + 1e-9);
        }
        expect(coveredArea(made)).toBeCloseTo((1 + GAP) * (made.height + GAP), 9);
        for (const one of made.boxes)
          for (const other of made.boxes) if (one !== other) expect(areApart(one, other)).toBe(true);
      }),
    );
  });

  test('stays within its height', () => {
    fc.assert(
      fc.property(photos(0.1, 10), (ratios) => {
        expect(mosaic(ratios).height).toBeLessThanOrEqual(TALLEST + 1e-9);
      }),
    );
  });

  test('shows no picture as a sliver', () => {
    fc.assert(
      fc.property(photos(0.4, 3), (ratios) => {
        // 0.1 of 480 pixels are 48.
        for (const box of mosaic(ratios).boxes) expect(Math.min(box.width, box.height)).toBeGreaterThan(0.1);
      }),
    );
  });

  test('shows at least 60 % of each picture of a usual shape', () => {
    fc.assert(
      fc.property(photos(9 / 16, 2), (ratios) => {
        for (const [place, box] of mosaic(ratios).boxes.entries())
          expect(visibleShare(ratios[place] ?? 1, box)).toBeGreaterThan(0.6);
      }),
    );
  });

  test('keeps the order of reading', () => {
    fc.assert(
      fc.property(photos(0.3, 3), (ratios) => {
        const { boxes } = mosaic(ratios);
        for (const [place, box] of boxes.entries()) {
          const before = boxes[place - 1];
          if (before) expect(box.y > before.y || box.x > before.x).toBe(true);
        }
      }),
    );
  });
});

function areApart(one: Mosaic['boxes'][number], other: Mosaic['boxes'][number]): boolean {
  const gap = GAP - 1e-9;
  return (
    one.x + one.width + gap <= other.x ||
    other.x + other.width + gap <= one.x ||
    one.y + one.height + gap <= other.y ||
    other.y + other.height + gap <= one.y
  );
}
