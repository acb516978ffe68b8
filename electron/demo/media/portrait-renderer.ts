import { mixed } from './colour-mixer';
import { fillDrawing } from '../data-file';
import face from '../data/portraits/face.svg?raw';
import glasses from '../data/portraits/glasses.svg?raw';
import bald from '../data/portraits/hair-bald.svg?raw';
import beard from '../data/portraits/hair-beard.svg?raw';
import bobBehind from '../data/portraits/hair-bob-behind.svg?raw';
import bob from '../data/portraits/hair-bob.svg?raw';
import bunBehind from '../data/portraits/hair-bun-behind.svg?raw';
import fringe from '../data/portraits/hair-fringe.svg?raw';
import longBehind from '../data/portraits/hair-long-behind.svg?raw';
import short from '../data/portraits/hair-short.svg?raw';
import type { Random } from '../script/random';

/** The width and height of the portrait's drawings. */
export const PORTRAIT_SIZE = 384;

/**
 * Draws a face, as the content of an SVG picture. The words name its hair (short, long, bob, bun, beard, bald) and the
 * colours of hair, skin, clothes and background.
 */
export function portrait(words: readonly string[], random: Random): string {
  const [style = 'short', hair = '#3b2f2a', skin = '#e9b48f', cloth = '#2f7d5b', ground = '#e8e4da'] = words;
  const { behind = '', inFront = '' } = HAIR[style] ?? {};
  const smile = PORTRAIT_SIZE * (0.57 + random() * 0.025 + 0.05);
  const hasGlasses = random() <= GLASSES_SHARE;
  return fillDrawing('portraits/face.svg', face, {
    ...{ hair, skin, cloth, ground },
    shade: mixed(skin, '#7a3f2a', 0.22),
    backdrop: mixed(ground, cloth, 0.16),
    brow: mixed(hair, '#2b211d', 0.4),
    smile: smile.toFixed(1),
    hairBehind: behind && fillDrawing(`portraits/hair-${style}-behind.svg`, behind, { hair }),
    hairInFront: inFront && fillDrawing(`portraits/hair-${style}.svg`, inFront, { hair }),
    glasses: hasGlasses ? fillDrawing('portraits/glasses.svg', glasses, {}) : '',
  });
}

/** The drawings of each hair style: the part behind the head, and the part in front of the face. */
const HAIR: Readonly<Record<string, { behind?: string; inFront: string }>> = {
  short: { inFront: short },
  long: { behind: longBehind, inFront: fringe },
  bob: { behind: bobBehind, inFront: bob },
  bun: { behind: bunBehind, inFront: fringe },
  beard: { inFront: beard },
  bald: { inFront: bald },
};

const GLASSES_SHARE = 0.27;
