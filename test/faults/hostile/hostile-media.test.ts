import { existsSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { AppError } from '../../../shared/errors';
import { bytesOf, type UploadName, upload } from '../../support/content';
import { fixture } from '../../support/fixtures';
import fc from '../../support/inputs/properties';
import { testService, type TestPerson, type TestService } from '../../support/service';
import { brokenPictures, hugeHeads, type HostileFile } from './hostile-pictures';
import { hostileSounds, hostileVideos } from './hostile-sounds';
import { isWhole, report, scaled } from '../scale';

/** The errors that an upload of a hostile file may end with. */
const REFUSALS = ['invalid_type', 'too_large'];
const MEBIBYTE = 1024 * 1024;

interface Outcome {
  what: string;
  outcome: string;
}

/** Uploads files one after the other and returns the outcome of each. */
async function uploadAll(
  { service, clock }: TestService,
  { session }: TestPerson,
  name: UploadName,
  files: readonly HostileFile[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { what, bytes } of files) {
    // Avoids the rate limit of calls.
    clock.advance(1);
    const outcome = await upload(service, session, name, bytes).then(
      () => 'accepted',
      (error: unknown) => (error instanceof AppError ? error.code : String(error)),
    );
    outcomes.push({ what, outcome });
  }
  return outcomes;
}

/** Uploads and downloads pictures as another person until the work is done; returns how many times. */
async function meanwhile(t: TestService, person: TestPerson, work: Promise<unknown>): Promise<number> {
  let isDone = false;
  const ended = work.finally(() => (isDone = true));
  let served = 0;
  do {
    t.clock.advance(1);
    const photo = await upload(t.service, person.session, 'photos.upload', fixture('picture.png'));
    const { searchParams } = new URL(photo.Url, 'http://host');
    const [exp, sig] = [searchParams.get('exp') ?? '', searchParams.get('sig') ?? ''];
    const found = await t.service.content({ kind: 'photo', id: String(photo.ID), exp, sig, size: '64' });
    expect((await bytesOf(found)).length).toBe(found.size);
    served++;
  } while (!isDone);
  await ended;
  return served;
}

/** Returns files that are truncated, have flipped bits, or have overwritten lengths. */
function damaged(names: readonly string[], count: number): HostileFile[] {
  return names.flatMap((name) => {
    const bytes = fixture(name);
    const at = fc.nat(bytes.length - 1);
    const damages = fc.oneof(
      fc.record({ kind: fc.constant('cut'), at, by: fc.constant(0) }),
      fc.record({ kind: fc.constant('flip'), at, by: fc.integer({ min: 1, max: 255 }) }),
      fc.record({
        kind: fc.constant('lie'),
        at,
        by: fc.constantFrom(0, 1, 0x7fffffff, 0x80000000, 0xffffffff),
      }),
    );
    return fc.sample(damages, { numRuns: count, seed: SEED }).map((damage) => ({
      what: `${name}: ${damage.kind} at ${damage.at} by ${damage.by}`,
      bytes: damage.kind === 'cut' ? bytes.subarray(0, damage.at) : overwritten(bytes, damage),
    }));
  });
}

const SEED = Number(process.env['SEED'] ?? 1);

function overwritten(bytes: Buffer, { kind, at, by }: { kind: string; at: number; by: number }): Buffer {
  const copy = Buffer.concat([bytes, Buffer.alloc(4)]);
  if (kind === 'flip') copy[at] = (copy[at] ?? 0) ^ by;
  else copy.writeUInt32BE(by, at);
  return copy.subarray(0, bytes.length);
}

/** Returns the peak memory of this process's children in megabytes; 0 if the system doesn't report it. */
function peakOfChildren(): number {
  const list = `/proc/self/task/${process.pid}/children`;
  if (!existsSync(list)) return 0;
  const peaks = readFileSync(list, 'utf8')
    .split(' ')
    .map((pid) => {
      const status = pid === '' ? null : `/proc/${pid}/status`;
      const text = status !== null && existsSync(status) ? readFileSync(status, 'utf8') : '';
      return Number(/VmHWM:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024;
    });
  return Math.round(Math.max(0, ...peaks));
}

const PICTURES = ['picture.png', 'turned.jpg', 'picture.avif', 'moving.gif', 'moving.webp'];
const SOUNDS = ['track.mp3', 'track.flac', 'track.m4a', 'track.ogg', 'track.opus', 'track.wav', 'track.aac'];
const VIDEOS = ['video.mp4', 'video.mov', 'video.webm', 'video.mkv'];

test('rejects headers of huge pictures before decoding', async () => {
  const t = await testService();
  const [ann] = await t.people('Ann');
  const outcomes = await uploadAll(t, ann, 'photos.upload', hugeHeads());
  expect(outcomes).toEqual(
    hugeHeads().map(({ what }) => ({ what, outcome: expect.stringMatching(/^(too_large|invalid_type)$/) })),
  );
  const refused = outcomes.filter(({ outcome }) => outcome === 'too_large').map(({ what }) => what);
  expect(refused).toContain('an AVIF of 10000 x 9999');
  expect(refused).toContain('a GIF of 5000 frames');
});

test.each([
  ['pictures', 'photos.upload', [...brokenPictures(), ...damaged(PICTURES, scaled(6, 1000))]],
  ['music', 'music.upload', [...hostileSounds(), ...damaged(SOUNDS, scaled(4, 500))]],
  ['videos', 'videos.upload', [...hostileVideos(), ...damaged(VIDEOS, scaled(6, 1000))]],
] as const)(
  'hostile %s are accepted or refused, and others are served meanwhile',
  async (kind, name, files) => {
    const t = await testService();
    const [ann, bob] = await t.people('Ann', 'Bob');
    const before = process.memoryUsage.rss();
    const delay = monitorEventLoopDelay();
    delay.enable();
    const uploading = uploadAll(t, ann, name, files);
    const served = await meanwhile(t, bob, uploading);
    const outcomes = await uploading;
    expect(outcomes.filter(({ outcome }) => !['accepted', ...REFUSALS].includes(outcome))).toEqual([]);
    const accepted = outcomes.filter(({ outcome }) => outcome === 'accepted').length;
    delay.disable();
    const grown = Math.round(Math.max(0, process.memoryUsage.rss() - before) / MEBIBYTE);
    report({
      fault: `hostile ${kind}`,
      cases: files.length,
      result: `${accepted} accepted, the rest refused; others served ${served} times; host +${grown} MiB and held for ${Math.round(delay.max / 1e6)} ms at most; decoders ${peakOfChildren()} MiB`,
    });
  },
);

test("decodes the largest pictures of each format within limits, while others' pictures continue", async () => {
  const t = await testService();
  const [ann, bob] = await t.people('Ann', 'Bob');
  const files = await largest();
  const uploading = uploadAll(t, ann, 'photos.upload', files);
  const served = await meanwhile(t, bob, uploading);
  const outcomes = await uploading;
  expect(outcomes.filter(({ outcome }) => !['accepted', ...REFUSALS].includes(outcome))).toEqual([]);
  const peak = peakOfChildren();
  expect(peak).toBeLessThan(2048);
  report({
    fault: 'picture bombs',
    cases: files.length,
    result: `${outcomes.map(({ what, outcome }) => `${what}: ${outcome}`).join(', ')}; others served ${served} times; decoders ${peak} MiB`,
  });
});

/** Returns valid single-colour pictures with the maximum number of pixels of each format, small as files. */
async function largest(): Promise<HostileFile[]> {
  const flat = (width: number, height: number, channels: 3 | 4 = 3) =>
    sharp({ create: { width, height, channels, background: 'green' } });
  const makers: [what: string, bytes: () => Promise<Buffer>][] = [
    ['PNG', () => flat(10_000, 9_999).png().toBuffer()],
    ['interlaced PNG', () => flat(10_000, 9_999, 4).png({ progressive: true }).toBuffer()],
    ['JPEG', () => flat(10_000, 9_999).jpeg().toBuffer()],
    ['progressive JPEG', () => flat(10_000, 9_999).jpeg({ progressive: true }).toBuffer()],
    ['WebP', () => flat(8_000, 5_000).webp({ effort: 0 }).toBuffer()],
    ['GIF', () => flat(8_000, 5_000).gif({ effort: 1 }).toBuffer()],
    ['AVIF', () => flat(8_000, 5_000).avif({ effort: 0 }).toBuffer()],
    ['AVIF of 100 megapixels', () => flat(10_000, 9_999).avif({ effort: 0 }).toBuffer()],
  ];
  const files: HostileFile[] = [];
  for (const [what, bytes] of isWhole ? makers : makers.slice(0, 1))
    files.push({ what, bytes: await bytes() });
  return files;
}
