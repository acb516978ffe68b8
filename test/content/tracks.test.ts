import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nameFromFile, readTrack } from '../../electron/content/media/tracks';
import { readVideo } from '../../electron/content/media/videos';
import { LIMITS } from '../../shared/limits';
import { fixture } from '../support/fixtures';
import { refusal } from '../support/service';

let folder: string;
let count = 0;

beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'courtyard-tracks-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Bytes as they were received; `size` makes the file larger by a hole. */
function received(bytes: Buffer, size = bytes.length) {
  const path = join(folder, String(count++));
  writeFileSync(path, bytes);
  truncateSync(path, size);
  return { path, size, hash: Buffer.alloc(32) };
}

/** Frames of ID3v2.3 before a file of sound; sizes are as they are, or as it is said. */
function tagged(frames: [id: string, data: Buffer][], said?: number): Buffer {
  const body = Buffer.concat(
    frames.flatMap(([id, data]) => {
      const head = Buffer.alloc(10);
      head.write(id);
      head.writeUInt32BE(data.length, 4);
      return [head, data];
    }),
  );
  const length = said ?? body.length;
  const size = [21, 14, 7, 0].map((bits) => (length >> bits) & 127);
  const sound = fixture('sound.mp3');
  const skipped = 10 + ((sound[8] ?? 0) << 7) + (sound[9] ?? 0);
  return Buffer.concat([Buffer.from('ID3\x03\0\0'), Buffer.from(size), body, sound.subarray(skipped)]);
}

const words = (text: string) => Buffer.concat([hex('01fffe'), Buffer.from(text, 'utf16le')]);
const lyrics = (text: string) =>
  Buffer.concat([Buffer.from('\x01eng\xff\xfe\0\0', 'latin1'), hex('fffe'), Buffer.from(text, 'utf16le')]);
const hex = (text: string) => Buffer.from(text, 'hex');

test('removes misleading characters from tags and shortens them', async () => {
  const facts = await readTrack(
    1,
    received(
      tagged([
        ['TIT2', words(`\u202e evil\n\t\u0007name\ud800${'😀'.repeat(5000)}`)],
        ['TPE1', words(' \u2066 Ada \u2069 ')],
        ['TALB', words('a'.repeat(100_000))],
        ['USLT', lyrics(`one\r\ntwo\u0007\u202e\n${'la '.repeat(100_000)}`)],
      ]),
    ),
  );
  expect(facts.name).toMatch(/^evil {3}name\ufffd(😀)+$/u);
  expect([...facts.name]).toHaveLength(LIMITS.trackText);
  expect([facts.author, facts.release.length]).toEqual(['Ada', LIMITS.trackText]);
  expect(facts.lyrics.startsWith('one\ntwo\nla la')).toBe(true);
  expect([...facts.lyrics].length).toBeLessThanOrEqual(LIMITS.lyrics);
});

test('reads a thousand frames like one', async () => {
  const frames = Array.from({ length: 1000 }, (_, at) => ['TIT2', words(`Name ${at}`)] as [string, Buffer]);
  const pictures = Array.from(
    { length: 100 },
    () => ['APIC', picture(fixture('picture.png'))] as [string, Buffer],
  );
  const facts = await readTrack(1, received(tagged([...frames, ...pictures])));
  expect(facts.name).toMatch(/^Name \d+$/);
  expect(Buffer.from(facts.picture ?? []).equals(fixture('picture.png'))).toBe(true);
});

test('skips a cover of 40 MB and rejects one larger than its file', async () => {
  const facts = await readTrack(1, received(tagged([['APIC', picture(Buffer.alloc(40_000_000))]])));
  expect([facts.duration, facts.picture?.length]).toEqual([1, 40_000_000]);
  const lying = received(tagged([['TIT2', words('x')]], 0x0fffffff));
  expect(await refusal(readTrack(1, lying))).toMatchObject({ code: 'invalid_type' });
});

test('does not load a header of many megabytes into memory', async () => {
  const size = 190 * 1024 * 1024;
  const huge = received(tagged([['TIT2', words('x')]], size - 1000), size);
  expect(await refusal(readTrack(1, huge))).toMatchObject({ code: 'invalid_type' });
  const movie = Buffer.concat([
    hex('000000186674797069736f6d0000020069736f6d69736f32'),
    hex('0b0000006d6f6f76'),
  ]);
  expect(await refusal(readVideo(1, received(movie, size)))).toMatchObject({ code: 'invalid_type' });
});

test('ignores impossible loudness values', async () => {
  const said = (key: string, value: string): [string, Buffer] => ['TXXX', Buffer.from(`\0${key}\0${value}`)];
  const facts = await readTrack(
    1,
    received(tagged([said('REPLAYGAIN_TRACK_GAIN', '9999 dB'), said('REPLAYGAIN_TRACK_PEAK', 'NaN')])),
  );
  expect([facts.gain, facts.peak]).toEqual([null, null]);
});

test.each([
  ['01. Вечір.flac', '01. Вечір'],
  ['.mp3', '.mp3'],
  ['no ending', 'no ending'],
  ['evil\u202e3pm.exe\n', 'evil 3pm.exe'],
])('derives the track name of %j: %j', (filename, name) => {
  expect(nameFromFile(filename)).toBe(name);
});

function picture(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from('\0image/png\0\x03\0', 'latin1'), bytes]);
}
