import { expect, test } from 'vitest';
import { encodeTextFrame } from '../../../electron/doors/text-frames';

/** Decodes the text of an unmasked WebSocket frame as a client does. */
function textIn(frame: Buffer): string {
  expect(frame[0]).toBe(0x81);
  const [length, header] = lengthIn(frame);
  expect(frame.length).toBe(header + length);
  return frame.toString('utf8', header);
}

function lengthIn(frame: Buffer): [length: number, header: number] {
  const short = frame.readUInt8(1);
  if (short < 126) return [short, 2];
  return short === 126 ? [frame.readUInt16BE(2), 4] : [Number(frame.readBigUInt64BE(2)), 10];
}

test.each([0, 1, 125, 126, 65_535, 65_536, 200_000])('encodes %s bytes', (length) => {
  const text = 'x'.repeat(length);
  expect(textIn(encodeTextFrame(text, 'http://host'))).toBe(text);
});

test('counts bytes rather than characters', () => {
  const text = 'ї😀'.repeat(40);
  expect(textIn(encodeTextFrame(text, 'http://host'))).toBe(text);
});

test('makes URLs absolute for each host, and shares the bytes of a frame that is sent again', () => {
  const text = JSON.stringify({ Url: '/content/photos/1/a' });
  const frames = ['http://one', 'http://two'].map((base) => encodeTextFrame(text, base));
  expect(frames.map(textIn)).toEqual([
    '{"Url":"http://one/content/photos/1/a"}',
    '{"Url":"http://two/content/photos/1/a"}',
  ]);
  expect(encodeTextFrame(text, 'http://two')).toBe(frames[1]);
});
