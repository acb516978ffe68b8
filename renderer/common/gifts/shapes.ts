type Hue = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/**
 * A hue, full or pale; `paper` is white in both themes, `ground` the page background, `metal` the color of fittings.
 */
export type Paint = Hue | `soft ${Hue}` | 'paper' | 'ground' | 'gold' | 'metal';

/** An SVG path in a 48 by 48 view box: filled, or stroked if it has a width. */
export type Shape = { paint: Paint; d: string; width?: number };

/** Shapes from back to front, on a background of one hue. */
export type Drawing = { hue: Hue; shapes: readonly Shape[] };

/** A filled shape. */
export function fill(paint: Paint, d: string): Shape {
  return { paint, d };
}

/** A stroked line. */
export function line(paint: Paint, d: string, width: number): Shape {
  return { paint, d, width };
}

/** A full circle. */
export function disc(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${r * 2} 0a${r} ${r} 0 1 0 ${-r * 2} 0z`;
}

/** Nine petals around a yellow center. */
export function daisy(x: number, y: number, r: number): Shape[] {
  const petals = Array.from({ length: 9 }, (_, index) => {
    const turn = (index / 9) * 2 * Math.PI;
    return `M${x} ${y}l${(r * Math.sin(turn)).toFixed(2)} ${(-r * Math.cos(turn)).toFixed(2)}`;
  }).join('');
  return [
    line('soft 6', petals, r * 0.62),
    line('paper', petals, r * 0.38),
    fill('gold', disc(x, y, r * 0.42)),
  ];
}

/** The cup of a tulip around a point. */
export function tulip(x: number, y: number): string {
  return `M${x - 6} ${y - 6}l3 3.5 3-5.5 3 5.5 3-3.5v7a6 6 0 0 1-12 0z`;
}

/** A rose seen from above. */
export function rose(x: number, y: number): Shape[] {
  return [
    fill(8, disc(x, y, 4.5)),
    line('soft 8', `M${x - 2} ${y + 1}a2.2 2.2 0 1 1 2.4 1.6M${x} ${y}h.1`, 1.3),
  ];
}

/** A candle flame whose lower end is at y = 13. */
export function flame(x: number): string {
  return `M${x} 5c2 3 2.5 4 2.5 5.2a2.5 2.5 0 0 1-5 0C${x - 2.5} 9 ${x - 2} 8 ${x} 5z`;
}

/** A string of lights at a height: a golden light between two others. */
export function lights(y: number, left: Hue, right: Hue): Shape[] {
  return [
    line(3, `M4 ${y}c6 14 34 14 40 0`, 2),
    ...light(12, y + 8, left),
    ...light(24, y + 10.5, 'gold'),
    ...light(36, y + 8, right),
  ];
}

function light(x: number, y: number, paint: Hue | 'gold'): Shape[] {
  return [
    fill(paint === 'gold' ? 'soft 2' : `soft ${paint}`, disc(x, y + 5, 6)),
    fill(paint, disc(x, y + 5, 4)),
    fill('metal', `M${x - 2} ${y - 1}h4v3h-4z`),
  ];
}
