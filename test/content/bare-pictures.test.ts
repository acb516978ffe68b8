import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { isBarePicture } from '../../electron/content/pictures/bare-picture';
import { fixture } from '../support/fixtures';

const FORMATS = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
} as const;
type Type = keyof typeof FORMATS;
const types = Object.keys(FORMATS) as Type[];

/** A picture as the service writes them. */
function written(type: Type): Promise<Buffer> {
  return sharp(fixture('turned.jpg')).autoOrient().toFormat(FORMATS[type]).toBuffer();
}

describe.each(types)('%s', (type) => {
  it('is bare as the service writes it, also if animated or progressive', async () => {
    expect(isBarePicture(await written(type), type)).toBe(true);
    const animated = sharp(fixture('moving.gif'), { animated: true });
    if (type === 'image/gif' || type === 'image/webp')
      expect(isBarePicture(await animated.toFormat(FORMATS[type]).toBuffer(), type)).toBe(true);
    if (type === 'image/jpeg')
      expect(
        isBarePicture(await sharp(fixture('turned.jpg')).jpeg({ progressive: true }).toBuffer(), type),
      ).toBe(true);
  });

  it('is not bare with anything behind it, cut off, or as another format', async () => {
    const bytes = await written(type);
    expect(isBarePicture(Buffer.concat([bytes, Buffer.from('PK\x05\x06')]), type)).toBe(false);
    for (let length = 0; length < bytes.length; length += Math.ceil(bytes.length / 500))
      expect([length, isBarePicture(bytes.subarray(0, length), type)]).toEqual([length, false]);
    for (const other of types) if (other !== type) expect(isBarePicture(bytes, other)).toBe(false);
  });
});

it('is not bare with metadata', async () => {
  expect(isBarePicture(fixture('turned.jpg'), 'image/jpeg')).toBe(false);
  for (const type of types.filter((one) => one !== 'image/gif')) {
    const picture = sharp(fixture('picture.png')).toFormat(FORMATS[type]);
    const exif = await picture
      .clone()
      .withExif({ IFD0: { Artist: 'Ann' } })
      .toBuffer();
    const profile = await picture.clone().withIccProfile('p3').toBuffer();
    for (const bytes of [exif, profile]) expect([type, isBarePicture(bytes, type)]).toEqual([type, false]);
  }
  const gif = await sharp(fixture('moving.gif')).gif().toBuffer();
  const comment = Buffer.from([0x21, 0xfe, 2, 0x68, 0x69, 0]);
  expect(isBarePicture(gif, 'image/gif')).toBe(true);
  const commented = Buffer.concat([gif.subarray(0, -1), comment, Buffer.from([0x3b])]);
  expect(isBarePicture(commented, 'image/gif')).toBe(false);
});
