import { join } from 'node:path';
import sharp from 'sharp';

/** Draws the program icon for packages, which the systems scale down: `node electron/desktop/draw-icon.ts`. */
const SIZE = 1024;
const root = join(import.meta.dirname, '..', '..');

await sharp(join(root, 'renderer', 'icon.svg'), { density: (72 * SIZE) / 28 })
  .resize(SIZE, SIZE)
  .png()
  .toFile(join(root, 'out', 'icon.png'));
