import { daisies, roses, tulips } from './flower-drawings';
import type { Drawing } from './shapes';
import { cake, cup, garland, key, kite, parcel, pie, plus, postcard, premium } from './object-drawings';

/** Returns the drawing of a shop item by its ID; a wrapped parcel for an unknown one. */
export function drawingOf(item: number): Drawing {
  return drawings[item] ?? parcel;
}

const drawings: Record<number, Drawing> = {
  1: cup,
  2: daisies,
  3: postcard,
  4: pie,
  5: tulips,
  6: cake,
  7: kite,
  8: garland,
  9: roses,
  10: key,
  101: plus,
  102: premium,
};
