import { expect, test } from 'vitest';
import { Receiver } from 'ws';
import { encodeTextFrame } from '../../../electron/doors/text-frames';

/** The texts that a WebSocket client receives in some frames. */
function textsIn(...frames: Buffer[]): string[] {
  const texts: string[] = [];
  const receiver = new Receiver();
  receiver.on('message', (data: Buffer, isBinary: boolean) => texts.push(isBinary ? '' : data.toString()));
  for (const frame of frames) receiver.write(frame);
  return texts;
}

test.each([0, 1, 125, 126, 65_535, 65_536, 200_000])('encodes %s bytes', (length) => {
  const text = 'x'.repeat(length);
  expect(textsIn(encodeTextFrame(text, 'http://host'))).toEqual([text]);
});

test('counts bytes rather than characters', () => {
  const text = 'ї😀'.repeat(40);
  expect(textsIn(encodeTextFrame(text, 'http://host'))).toEqual([text]);
});

test('makes URLs absolute for each host, and shares the bytes of a frame that is sent again', () => {
  const text = JSON.stringify({ Url: '/content/photos/1/a' });
  const frames = ['http://one', 'http://two'].map((base) => encodeTextFrame(text, base));
  expect(textsIn(...frames)).toEqual([
    '{"Url":"http://one/content/photos/1/a"}',
    '{"Url":"http://two/content/photos/1/a"}',
  ]);
  expect(encodeTextFrame(text, 'http://two')).toBe(frames[1]);
});
