import { portrait, PORTRAIT_SIZE } from './portrait-renderer';
import { pick, randomFrom, type Random } from '../script/random';
import { scenes } from './scene-list';

/** A rendered picture as the bytes of a file. */
export interface RenderedPicture {
  bytes: Buffer;
  width: number;
  height: number;
}

/** The sizes of photos and of avatars, in pixels. */
const WIDE = [960, 720] as const;
const TALL = [720, 960] as const;
const SQUARE = [PORTRAIT_SIZE, PORTRAIT_SIZE] as const;
/** Scenes that also work in portrait format and use it now and then. */
const UPRIGHT = new Set(['evening', 'coffee', 'cat', 'books', 'guitar', 'kite']);

/**
 * Draws a picture from a description: a scene and a number (`evening 3`), or `portrait` with hair and colours. The
 * same description gives the same picture. Throws for an unknown scene.
 */
export async function draw(words: string, shape: 'photo' | 'square' = 'photo'): Promise<RenderedPicture> {
  const { svg, width, height } = svgOf(words, shape);
  const { default: sharp } = await import('sharp');
  const bytes = await sharp(Buffer.from(svg)).jpeg({ quality: 84 }).toBuffer();
  return { bytes, width, height };
}

/** Returns the drawing as SVG, before it is rendered. */
export function svgOf(
  words: string,
  shape: 'photo' | 'square',
): { svg: string; width: number; height: number } {
  const [what = '', ...rest] = words.split(' ');
  const random = randomFrom(hashOf(words));
  const scene = scenes[what];
  if (what !== 'portrait' && !scene) throw new Error(`there is no scene for "${words}"`);
  const [width, height] = shape === 'square' || !scene ? SQUARE : sizeOf(what, random);
  const inside = scene ? scene(width, height, random) : portrait(rest, random);
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inside}</svg>`,
    width,
    height,
  };
}

function sizeOf(what: string, random: Random): readonly [number, number] {
  if (UPRIGHT.has(what) && random() < 0.3) return TALL;
  return pick([WIDE, WIDE, [1024, 640] as const], random);
}

/**
 * Descriptions that differ by one letter must not give similar pictures, so the last step spreads the difference (as
 * MurmurHash3 does).
 */
function hashOf(words: string): number {
  let hash = 7;
  for (const letter of words) hash = Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
