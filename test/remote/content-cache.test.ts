import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { proxyBytes } from '../../electron/remote/byte-proxy';
import { ContentCache } from '../../electron/remote/content-cache/content-cache';
import { contentItemOf } from '../../electron/remote/content-cache/content-item';
import { FetchQueue } from '../../electron/remote/content-cache/fetch-queue';
import { PersonContent } from '../../electron/remote/content-cache/person-content';
import { RemoteCommunities } from '../../electron/remote/remote-communities';
import type { RemoteCommunity } from '../../electron/remote/remote-community';
import type { TestPerson } from '../support/service';
import { upload } from '../support/content';
import { fixture } from '../support/fixtures';
import { sharedCommunity } from '../support/shared';
import { untilPasses } from '../support/waiting';

const CLIENT = 'Courtyard (test)';

/** A program with a cache that has joined a community, whose owner is signed in. */
async function guest() {
  const there = await sharedCommunity('Lypova 12');
  onTestFinished(() => there.close());
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-cache-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const onChange = () => undefined;
  const joined = new RemoteCommunities({
    path: join(folder, 'joined.json'),
    client: CLIENT,
    onChange,
    onLost: onChange,
  });
  onTestFinished(() => joined.close());
  const id = await joined.join({ address: there.address, key: there.key });
  const community = joined.find(id)!;
  const clock = { now: 1_800_000_000 };
  const queue = new FetchQueue();
  const path = join(folder, 'content');
  const open = () => {
    const cache = new ContentCache({ folder: path, now: () => clock.now });
    onTestFinished(() => cache.close().catch(() => undefined));
    return cache;
  };
  const cache = open();
  const contentFor = (person: TestPerson, into = cache) => {
    const session = { ...person.session, address: '', userAgent: CLIENT };
    const content = new PersonContent({
      ...{ cache: into, queue, community, session, person: person.id },
      onOfflineChange: () => undefined,
    });
    onTestFinished(() => content.close());
    return content;
  };
  return { there, community, clock, queue, path, open, cache, contentFor, content: contentFor(there.owner) };
}

/** Requests bytes as the window does. */
async function get(
  community: RemoteCommunity,
  content: PersonContent,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; bytes: Buffer; headers: Headers }> {
  const request = new Request(new URL(path, 'https://window.test'), { headers });
  const answer = (await proxyBytes(community, CLIENT, request, content))!;
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()), headers: answer.headers };
}

async function photoOf(there: { owner: TestPerson; now: { service: Parameters<typeof upload>[0] } }) {
  return upload(there.now.service, there.owner.session, 'photos.upload', fixture('picture.png'));
}

/** The URL as a copy of the community on this computer would give it. */
const unsigned = (url: string) => new URL(url, 'https://window.test').pathname;

/** The content of a photo's URL. */
function itemOf(path: string) {
  const url = new URL(path, 'https://window.test');
  return contentItemOf({ kind: 'photo', id: url.pathname.split('/')[3]! }, url)!;
}

/** All files of the cache, by their path. */
function filesIn(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\b(files|incoming)\b/.test(entry.parentPath.slice(path.length)))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Stores a content of a number of bytes, a minute after the one before. */
async function store(
  { cache, clock }: { cache: ContentCache; clock: { now: number } },
  owner: number,
  id: number,
  size: number,
): Promise<void> {
  clock.now += 120;
  const item = { kind: 'file', id, variant: '' };
  const bytes = Buffer.alloc(size, `content ${id} `);
  const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`;
  const facts = { size, type: 'text/plain', etag, name: 'a.txt', isInline: true };
  const incoming = (await cache.receive(owner, item, facts))!;
  await incoming.write(bytes);
  expect(await incoming.commit()).toBe(true);
  await cache.settled();
}

describe('content of a remote community', () => {
  test('is answered without the host once it was seen, as the host answers it', async () => {
    const { there, community, content } = await guest();
    const photo = await photoOf(there);
    const seen = await get(community, content, photo.Url);
    await there.stop();
    const cached = await get(community, content, photo.Url);
    expect([cached.status, cached.bytes.equals(fixture('picture.png'))]).toEqual([200, true]);
    const described = [
      'content-type',
      'content-length',
      'content-disposition',
      'content-security-policy',
      'etag',
      'accept-ranges',
      'x-content-type-options',
    ];
    for (const name of described)
      expect([name, cached.headers.get(name)]).toEqual([name, seen.headers.get(name)]);
    const etag = cached.headers.get('etag')!;
    expect(await get(community, content, photo.Url, { 'if-none-match': etag })).toMatchObject({
      status: 304,
    });
    // An address without a signature is as good, and the original stands in for a thumbnail.
    expect(await get(community, content, unsigned(photo.Url))).toMatchObject({ status: 200 });
    expect(await get(community, content, `${unsigned(photo.Url)}?size=64`)).toMatchObject({ status: 200 });
    await there.restart();
  });

  test('is answered in ranges', async () => {
    const { there, community, content } = await guest();
    const photo = await photoOf(there);
    await get(community, content, photo.Url);
    await there.stop();
    const part = await get(community, content, photo.Url, { range: 'bytes=2-9' });
    expect(part.status).toBe(206);
    expect(part.bytes).toEqual(fixture('picture.png').subarray(2, 10));
    expect(part.headers.get('content-range')).toBe(`bytes 2-9/${fixture('picture.png').length}`);
    expect(await get(community, content, photo.Url, { range: 'bytes=999999999-' })).toMatchObject({
      status: 416,
    });
    await there.restart();
  });

  test('read in parts is fetched whole in the background', async () => {
    const { there, community, content, queue } = await guest();
    const track = await upload(there.now.service, there.owner.session, 'music.upload', fixture('track.mp3'));
    expect(await get(community, content, track.Url, { range: 'bytes=0-9' })).toMatchObject({ status: 206 });
    await queue.whenIdle();
    await there.stop();
    const end = await get(community, content, unsigned(track.Url), { range: 'bytes=-5' });
    expect(end).toMatchObject({ status: 206, bytes: fixture('track.mp3').subarray(-5) });
    await there.restart();
  });

  test('is requested with all its bytes as one range by players, and stored while it passes', async () => {
    const { there, community, content, cache } = await guest();
    const track = await upload(there.now.service, there.owner.session, 'music.upload', fixture('track.mp3'));
    const whole = await get(community, content, track.Url, { range: 'bytes=0-' });
    expect([whole.status, whole.bytes.equals(fixture('track.mp3'))]).toEqual([206, true]);
    expect(cache.use.cached).toBe(fixture('track.mp3').length);
  });

  test.each(['photo', 'track', 'video', 'file'] as const)(
    'of kind %s is found without a signature',
    async (kind) => {
      const { there, community, content } = await guest();
      const [name, file] = {
        photo: ['photos.upload', 'picture.png'] as const,
        track: ['music.upload', 'track.mp3'] as const,
        video: ['videos.upload', 'video.mp4'] as const,
        file: ['files.upload', 'sound.mp3'] as const,
      }[kind];
      const { Url } = await upload(there.now.service, there.owner.session, name, fixture(file), {
        filename: file,
      });
      const answer = await get(community, content, unsigned(Url));
      expect([answer.status, answer.bytes.equals(fixture(file))]).toEqual([200, true]);
    },
  );

  test('that was damaged or is missing on the disk is fetched again', async () => {
    const { there, community, content, contentFor, path, open, cache } = await guest();
    const photo = await photoOf(there);
    await get(community, content, photo.Url);
    await cache.close();
    const [file] = filesIn(path);
    const bytes = readFileSync(file!);
    writeFileSync(file!, bytes.fill(7, 0, 20));
    const damaged = open();
    const again = await get(community, contentFor(there.owner, damaged), photo.Url);
    expect(again.bytes.equals(fixture('picture.png'))).toBe(true);
    expect(readFileSync(file!).equals(fixture('picture.png'))).toBe(true);
    rmSync(file!);
    const third = await get(community, contentFor(there.owner, damaged), photo.Url);
    expect([third.bytes.equals(fixture('picture.png')), existsSync(file!)]).toEqual([true, true]);
  });

  test('that was not completely written is removed at the next start, and an index that cannot be read', async () => {
    const { there, community, content, path, open, cache } = await guest();
    await get(community, content, (await photoOf(there)).Url);
    await cache.close();
    const half = join(path, 'incoming', 'half');
    const orphan = join(path, 'files', 'ab', 'ab'.repeat(32));
    mkdirSync(join(orphan, '..'), { recursive: true });
    for (const file of [half, orphan]) writeFileSync(file, 'half');
    const next = open();
    await next.settled();
    expect([existsSync(half), existsSync(orphan), filesIn(path).length]).toEqual([false, false, 1]);
    expect(next.use.cached).toBe(fixture('picture.png').length);
    await next.close();
    writeFileSync(join(path, 'index.db'), 'not a database'.repeat(1000));
    const empty = open();
    expect([filesIn(path), empty.use.cached]).toEqual([[], 0]);
  });

  test('is not stored if the page reads only its beginning', async () => {
    const { there, community, content, path, cache } = await guest();
    const video = await upload(there.now.service, there.owner.session, 'videos.upload', fixture('long.webm'));
    const request = new Request(new URL(video.Url, 'https://window.test'));
    const answer = (await proxyBytes(community, CLIENT, request, content))!;
    await answer.body!.cancel();
    await untilPasses(() => expect(filesIn(path)).toEqual([]));
    expect(cache.use.cached).toBe(0);
  });

  test('is readable by its owner alone', async () => {
    const { there, community, content, path } = await guest();
    await get(community, content, (await photoOf(there)).Url);
    for (const file of [...filesIn(path), join(path, 'index.db')])
      expect([file, statSync(file).mode & 0o077]).toEqual([file, 0]);
  });

  test('is answered to no other person, and to nobody after signing out', async () => {
    const { there, community, content, contentFor, cache, path } = await guest();
    const photo = await upload(
      there.now.service,
      there.owner.session,
      'photos.upload',
      fixture('picture.png'),
      { mode: 'private' },
    );
    await get(community, content, photo.Url);
    const other = contentFor(await there.now.person('Taras'));
    expect(await get(community, other, unsigned(photo.Url))).toMatchObject({ status: 404 });
    await there.stop();
    expect(await get(community, other, photo.Url)).toMatchObject({ status: 504 });
    expect(await get(community, content, photo.Url)).toMatchObject({ status: 200 });
    await cache.forget(there.key, there.owner.id);
    expect(await get(community, content, photo.Url)).toMatchObject({ status: 504 });
    expect(filesIn(path)).toEqual([]);
    await there.restart();
  });

  test('that is forgotten while it arrives is not stored', async () => {
    const { there, community, content, cache, path } = await guest();
    const photo = await photoOf(there);
    const request = new Request(new URL(photo.Url, 'https://window.test'));
    const answer = (await proxyBytes(community, CLIENT, request, content))!;
    await cache.forget(there.key);
    expect(Buffer.from(await answer.arrayBuffer()).equals(fixture('picture.png'))).toBe(true);
    expect(filesIn(path)).toEqual([]);
  });

  test('that a person may no longer see is deleted', async () => {
    const { there, community, content, path } = await guest();
    const photo = await photoOf(there);
    await get(community, content, photo.Url);
    await get(community, content, `${photo.Url}&size=64`);
    expect(filesIn(path)).toHaveLength(2);
    await content.forgetItems([{ kind: 'photo', id: photo.ID }]);
    expect(filesIn(path)).toEqual([]);
  });
});

describe('the budget of cached content', () => {
  test('deletes the least recently used first, in batches, and nothing that is kept', async () => {
    const { cache, clock, there } = await guest();
    const owner = cache.ownerOf(there.key, 1);
    const other = cache.ownerOf(there.key, 2);
    const isStored = async (id: number, of = owner) =>
      (await cache.find(of, { kind: 'file', id, variant: '' })) !== null;
    await cache.setBudget(10_000);
    for (const id of [1, 2, 3, 4]) await store({ cache, clock }, owner, id, 2000);
    cache.index.addMark(other, { kind: 'file', id: 2 });
    cache.index.replaceParts(other, { kind: 'file', id: 2 }, [
      { kind: 'file', id: 2, variant: '', size: 2000 },
    ]);
    await store({ cache, clock }, other, 2, 2000);
    cache.recount();
    clock.now += 120;
    expect(await isStored(1)).toBe(true);
    clock.now += 120;
    // The first was used, the second is kept by another person: the third and fourth go.
    await store({ cache, clock }, owner, 5, 3000);
    await store({ cache, clock }, owner, 6, 3000);
    const stored = await Promise.all([1, 2, 3, 4, 5, 6].map((id) => isStored(id)));
    expect(stored).toEqual([true, true, false, false, true, true]);
    expect(cache.use).toEqual({ cached: 8000, kept: 2000, budget: 10_000 });
    await cache.clear();
    expect(cache.use).toEqual({ cached: 0, kept: 2000, budget: 10_000 });
    expect(await isStored(2, other)).toBe(true);
  });

  test('applies at once, is remembered, and leaves out what would take more than half of it', async () => {
    const { cache, clock, there, open } = await guest();
    const owner = cache.ownerOf(there.key, 1);
    expect(cache.use.budget).toBe(2e9);
    for (const id of [1, 2, 3]) await store({ cache, clock }, owner, id, 1000);
    await cache.setBudget(2500);
    await cache.settled();
    expect(cache.use).toEqual({ cached: 2000, kept: 0, budget: 2500 });
    const facts = { size: 1300, type: '', etag: '"a"', name: 'a', isInline: false };
    expect(await cache.receive(owner, { kind: 'file', id: 9, variant: '' }, facts)).toBe(null);
    await cache.close();
    const next = open();
    expect(next.use.budget).toBe(2500);
    await next.setBudget(null);
    await next.close();
    expect(open().use.budget).toBe(null);
  });

  test('content is stored only if it is what its hash says', async () => {
    const { cache, there, path } = await guest();
    const owner = cache.ownerOf(there.key, 1);
    const facts = { size: 4, type: '', etag: `"${'0'.repeat(32)}"`, name: 'a', isInline: false };
    const item = { kind: 'file', id: 1, variant: '' };
    for (const bytes of ['data', 'dat', 'data!']) {
      const incoming = (await cache.receive(owner, item, facts))!;
      await incoming.write(Buffer.from(bytes));
      expect(await incoming.commit()).toBe(false);
    }
    expect([await cache.find(owner, item), filesIn(path)]).toEqual([null, []]);
  });
});

describe('what is kept offline', () => {
  test('is fetched with its pictures, stays, and is removed again', async () => {
    const { there, community, content, contentFor, cache, open, path } = await guest();
    const { service } = there.now;
    const { session } = there.owner;
    const cover = await photoOf(there);
    const first = await upload(service, session, 'music.upload', fixture('track.mp3'), { cover: cover.ID });
    const second = await upload(service, session, 'music.upload', fixture('track.ogg'));
    const playlist = await there.owner.call('music.createPlaylist', { name: 'Evening' });
    for (const { ID: track_id } of [first, second])
      await there.owner.call('music.addTrack', { playlist_id: playlist.ID, track_id });
    const mark = { kind: 'playlist', id: playlist.ID } as const;
    content.offline.keep(mark);
    expect(content.offline.list()).toEqual([{ ...mark, state: 'fetching', share: 0 }]);
    await untilPasses(() => expect(content.offline.list()).toEqual([{ ...mark, state: 'ready', share: 1 }]));
    await cache.setBudget(1);
    await cache.clear();
    await there.stop();
    for (const { Url } of [first, second])
      expect(await get(community, content, unsigned(Url))).toMatchObject({ status: 200 });
    expect(await get(community, content, `${unsigned(cover.Url)}?size=64`)).toMatchObject({ status: 200 });
    await cache.close();
    // After a restart without the host it is still there.
    const next = contentFor(there.owner, open());
    expect(next.offline.list()).toEqual([{ ...mark, state: 'ready', share: 1 }]);
    await next.offline.remove(mark);
    expect([next.offline.list(), filesIn(path)]).toEqual([[], []]);
    await there.restart();
  });

  test('waits for a host that is away, and goes on when it answers', async () => {
    const { there, community, content } = await guest();
    const video = await upload(there.now.service, there.owner.session, 'videos.upload', fixture('video.mp4'));
    const photo = await photoOf(there);
    await there.stop();
    content.offline.keep({ kind: 'video', id: video.ID });
    await untilPasses(() => expect(content.offline.list()).toMatchObject([{ state: 'waiting' }]));
    await there.restart();
    await get(community, content, photo.Url);
    await untilPasses(() => expect(content.offline.list()).toMatchObject([{ state: 'ready', share: 1 }]));
    content.offline.keep({ kind: 'track', id: 999_999 });
    await untilPasses(() =>
      expect(content.offline.list()).toContainEqual({
        kind: 'track',
        id: 999_999,
        state: 'failed',
        share: 0,
      }),
    );
  });

  test('keeps what also belongs to another item', async () => {
    const { there, content, cache } = await guest();
    const track = await upload(there.now.service, there.owner.session, 'music.upload', fixture('track.mp3'));
    const playlist = await there.owner.call('music.createPlaylist', { name: 'Evening' });
    await there.owner.call('music.addTrack', { playlist_id: playlist.ID, track_id: track.ID });
    content.offline.keep({ kind: 'playlist', id: playlist.ID });
    content.offline.keep({ kind: 'track', id: track.ID });
    await untilPasses(() =>
      expect(content.offline.list().map(({ state }) => state)).toEqual(['ready', 'ready']),
    );
    const { kept } = cache.use;
    expect(kept).toBeGreaterThanOrEqual(fixture('track.mp3').length);
    await content.offline.remove({ kind: 'playlist', id: playlist.ID });
    expect(cache.use.kept).toBe(kept);
  });
});

describe('fetching ahead', () => {
  test('stores what is listed, one at a time, and only while nothing else is loading', async () => {
    const { there, community, content, cache } = await guest();
    const photos = await Promise.all([photoOf(there), photoOf(there)]);
    const urls = photos.map(({ Url }) => `${unsigned(Url)}?size=64`);
    const video = await upload(there.now.service, there.owner.session, 'videos.upload', fixture('video.mp4'));
    const request = new Request(new URL(video.Url, 'https://window.test'));
    const playing = (await proxyBytes(community, CLIENT, request, content))!;
    const stored = () => urls.map((url) => cache.has(cache.ownerOf(there.key, there.owner.id), itemOf(url)));
    const list = () => Promise.resolve(['/other', ...urls]);
    const done = content.fetchAhead(list);
    await new Promise(setImmediate);
    expect(stored()).toEqual([false, false]);
    await playing.arrayBuffer();
    await done;
    expect(stored()).toEqual([true, true]);
    await there.stop();
    for (const url of urls) expect(await get(community, content, url)).toMatchObject({ status: 200 });
    await content.fetchAhead(list);
    await there.restart();
  });
});
