import { existsSync, writeFileSync } from 'node:fs';
import { encodeQR } from 'qr';
import sharp from 'sharp';

/** How a QR code was photographed. */
export interface Shot {
  width?: number;
  height?: number;
  /** The size of the code as a share of the picture's height. */
  size?: number;
  /** The rotation of the code, in radians. */
  turned?: number;
  /** The perspective: how much nearer the right side is than the left; 0 is straight on. */
  aslant?: number;
  /** The maximum deviation of a pixel, out of 255. */
  noise?: number;
}

/** A greyscale picture, row by row from the top left. */
export interface Photo {
  width: number;
  height: number;
  greys: Uint8Array;
}

/** Returns a photo of a QR code on a table: rotated, in perspective and noisy, the same each time. */
export function photoOf(text: string, shot: Shot = {}): Photo {
  const { width = 640, height = 480, size = 0.7, turned = 0.2, aslant = 0.3, noise = 24 } = shot;
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 4 });
  const greys = new Uint8Array(width * height);
  const side = size * height;
  const [cos, sin] = [Math.cos(turned), Math.sin(turned)];
  let seed = 7;
  for (let at = 0; at < greys.length; at++) {
    // Perspective: intersects the pixel's ray with the plane of the code, so that nearer parts are larger.
    const [x, y] = [(at % width) - width / 2, Math.floor(at / width) - height / 2];
    const near = 1 + (aslant * x) / width;
    const [along, across] = [
      (x * cos + y * sin) / near / side + 0.5,
      (y * cos - x * sin) / near / side + 0.5,
    ];
    const isDark = rows[Math.floor(across * rows.length)]?.[Math.floor(along * rows.length)];
    seed = (seed * 1103515245 + 12345) % 2147483648;
    const grey = isDark === undefined ? 120 + 40 * Math.sin(x / 90) : isDark ? 40 : 215;
    greys[at] = Math.max(0, Math.min(255, grey + (seed / 2147483648 - 0.5) * 2 * noise));
  }
  return { width, height, greys };
}

/** Returns a photo as a JPEG file. */
export function jpegOf({ width, height, greys }: Photo): Promise<Buffer> {
  return sharp(greys, { raw: { width, height, channels: 1 } })
    .jpeg({ quality: 70 })
    .toBuffer();
}

/** Writes the one-frame video file that Chromium plays in a loop as its fake camera. */
export function putFilm(path: string, { width, height, greys }: Photo): void {
  const head = `YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420\nFRAME\n`;
  // 128 is neutral chroma; luma ranges from 16 to 235.
  const colours = Buffer.alloc((width / 2) * (height / 2) * 2, 128);
  const light = greys.map((grey) => 16 + (grey * 219) / 255);
  // Overwritten in place: Chromium may be reading the file, which must never become shorter.
  const flag = existsSync(path) ? 'r+' : 'w';
  writeFileSync(path, Buffer.concat([Buffer.from(head), light, colours]), { flag });
}
