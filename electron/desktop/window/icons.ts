import { nativeImage, type NativeImage } from 'electron';
import sharp from 'sharp';

/** The program icon, with a dot if something is unread. `size` is in screen pixels. */
export function drawIcon(size: number, isUnread: boolean): Promise<NativeImage> {
  return draw(`${ICON}${isUnread ? DOT : ''}`, size);
}

/** The number of unread messages for the corner of a taskbar icon. */
export function drawCount(size: number, count: number): Promise<NativeImage> {
  const text = count > MAX_COUNT ? `${MAX_COUNT}+` : String(count);
  const letter = text.length > 2 ? 11 : 16;
  return draw(
    `<circle cx="14" cy="14" r="14" fill="#c62828" /><text x="14" y="${14 + letter * 0.36}" fill="#fff"
      font-family="sans-serif" font-weight="700" font-size="${letter}" text-anchor="middle">${text}</text>`,
    size,
  );
}

/** A taskbar has no room for three digits. */
const MAX_COUNT = 99;

/** The same drawing as the pages' icon. */
const ICON = `<rect width="28" height="28" rx="7" fill="#b0471f" />
  <path d="M8 28V14a6 6 0 0 1 12 0v14" fill="none" stroke="#fff" stroke-width="2" />`;
const DOT = '<circle cx="21" cy="7" r="6" fill="#c62828" stroke="#fff" stroke-width="2" />';

async function draw(shapes: string, size: number): Promise<NativeImage> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28">${shapes}</svg>`;
  return nativeImage.createFromBuffer(await sharp(Buffer.from(drawing)).resize(size, size).png().toBuffer());
}
