import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deflateSync, gzipSync } from 'node:zlib';
import { openService, type Service } from '../../../electron/service';
import { contentFiles, upload, type UploadName } from '../../support/content';
import { fixture } from '../../support/fixtures';
import { refusal, TEST_SETTINGS, TestClock, testServiceOver, type TestPerson } from '../../support/service';

let folder: string;
let service: Service;
let ann: TestPerson;
const clock = new TestClock();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'courtyard-types-'));
  service = await openService({ data: folder, settings: TEST_SETTINGS, now: () => clock.seconds * 1000 });
  ann = await testServiceOver(service, clock).person('Ann');
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const before = (head: string) => Buffer.concat([hex(head), randomBytes(300)]);

/** What is neither a picture nor music nor a video, whatever it says. */
const NOTHING: Record<string, Buffer> = {
  'nothing at all': Buffer.alloc(0),
  'one byte': Buffer.from('a'),
  zeros: Buffer.alloc(5000),
  noise: Buffer.concat([Buffer.from('noise'), randomBytes(5000)]),
  text: Buffer.from('Just a text, called song.mp3\n'.repeat(20)),
  'Cyrillic text': Buffer.from('Двір і сусіди. '.repeat(50)),
  HTML: Buffer.from('<!doctype html><script>alert(1)</script>'),
  SVG: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  XML: Buffer.from('<?xml version="1.0"?><a/>'),
  JSON: Buffer.from('{"a":1}'),
  CSV: Buffer.from('a,b\n1,2\n'),
  'a playlist': Buffer.from('#EXTM3U\nhttp://example.org/a.mp3\n'),
  'a stream of parts': Buffer.from('#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n/etc/passwd\n'),
  subtitles: Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nHi\n'),
  'a script': Buffer.from('#!/bin/sh\nrm -rf /\n'),
  PDF: Buffer.from('%PDF-1.7\n%%EOF\n'),
  PostScript: Buffer.from('%!PS-Adobe-3.0\nshowpage\n'),
  RTF: Buffer.from('{\\rtf1 hi}'),
  'a zip': before('504b0304 1400 0000 0800'),
  'an empty zip': hex(`504b0506 ${'00'.repeat(18)}`),
  gzip: gzipSync('hello'),
  zlib: deflateSync('hello'),
  bzip2: before('425a6839 314159265359'),
  xz: before('fd377a585a00'),
  zstd: before('28b52ffd'),
  '7z': before('377abcaf271c'),
  rar: before('526172211a0700'),
  tar: Buffer.concat([Buffer.alloc(257), Buffer.from('ustar\x0000'), Buffer.alloc(300)]),
  ELF: before('7f454c46 02010100'),
  'a Windows program': before('4d5a9000 03000000'),
  'a Mac program': before('cffaedfe 07000001'),
  'a Java class': before('cafebabe 00000034'),
  WebAssembly: before('0061736d 01000000'),
  SQLite: Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(200)]),
  'a font': before('774f4632 00010000'),
  TIFF: before('49492a00 08000000'),
  BMP: before('424d 36000000 00000000 36000000'),
  icon: before('00000100 01001010'),
  PSD: before('38425053 0001'),
  'JPEG XL': before('0000000c 4a584c20 0d0a870a'),
  MIDI: before('4d546864 00000006 0001 0001 0060'),
  AIFF: Buffer.concat([Buffer.from('FORM\0\0\0\x20AIFFCOMM'), Buffer.alloc(100)]),
  AMR: Buffer.from(`#!AMR\n${'a'.repeat(100)}`),
  'a Flash film': before('46574309 00010000'),
  FLV: before('464c5601 05000000 09'),
  AVI: Buffer.concat([Buffer.from('RIFF\0\x10\0\0AVI LIST'), Buffer.alloc(200)]),
  ASF: before('3026b2758e66cf11 a6d900aa0062ce6c'),
  'MPEG-TS': Buffer.concat(
    Array.from({ length: 5 }, () => Buffer.concat([hex('47400010'), Buffer.alloc(184)])),
  ),
  'MPEG-PS': before('000001ba 44'),
};

/** Files of a kind of which too little is left, or in which another is hidden. */
function broken(name: string): Record<string, Buffer> {
  const whole = fixture(name);
  const renamed = Buffer.from(whole);
  renamed.fill(0, 0, 12);
  return {
    [`the first bytes of ${name}`]: whole.subarray(0, 16),
    [`the head of ${name}`]: whole.subarray(0, 40),
    [`${name} without its beginning`]: whole.subarray(64),
    [`${name} with a wiped head`]: renamed,
  };
}

const SAMPLES = {
  photo: ['picture.png', 'turned.jpg', 'moving.gif', 'moving.webp', 'picture.avif'],
  track: ['track.flac', 'track.ogg', 'track.opus', 'track.m4a', 'track.wav'],
  video: ['video.mp4', 'video.mov', 'video.webm', 'video.mkv'],
};

const TAKES = { photo: 'photos.upload', track: 'music.upload', video: 'videos.upload' } as const;

/** Everything that an upload of a kind must not take: nothing of all, what is broken, and the other kinds. */
function wrongFor(kind: keyof typeof SAMPLES): [what: string, name: UploadName, bytes: Buffer][] {
  const others = Object.entries(SAMPLES).filter(([other]) => other !== kind);
  const whole = others.flatMap(([, names]) =>
    names.map((name) => [`${name}, renamed`, fixture(name)] as const),
  );
  const cut = Object.values(SAMPLES).flatMap((names) =>
    names.flatMap((name) => Object.entries(broken(name))),
  );
  return [...Object.entries(NOTHING), ...whole, ...cut].map(([what, bytes]) => [what, TAKES[kind], bytes]);
}

const wrong = (['photo', 'track', 'video'] as const).flatMap(wrongFor);

test.each(wrong)('%s is rejected by %s', async (_what, name, bytes) => {
  clock.advance(1);
  const error = await refusal(upload(service, ann.session, name, bytes));
  expect([error.code, error.status]).toEqual(['invalid_type', 415]);
  expect(contentFiles(folder)).toEqual([]);
});
