import { randomBytes } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { File } from '../../shared/contract/records';
import { upload } from '../support/content';
import { fixture } from '../support/fixtures';
import fc, { runs } from '../support/inputs/properties';
import type { TestPerson } from '../support/service';
import { hosted, type Hosted } from './hosted';

async function stored(
  bytes: Buffer | string,
  filename = 'a.bin',
  trustProxy: string[] = [],
): Promise<Stored> {
  const host = await hosted({}, trustProxy);
  const ada = await host.world.person('Ada');
  const record = await upload(host.world.service, ada.session, 'files.upload', Buffer.from(bytes), {
    filename,
  });
  return { host, ada, record, url: host.url + record.Url };
}

interface Stored {
  host: Hosted;
  ada: TestPerson;
  record: File;
  url: string;
}

async function get(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await fetch(url, { method, headers, redirect: 'error' });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

describe('a signed address', () => {
  it('serves its bytes to anyone, with their name', async () => {
    const bytes = randomBytes(100_000);
    const { url } = await stored(bytes);
    const { status, headers, bytes: got } = await get(url);
    expect(status).toBe(200);
    expect(got.equals(bytes)).toBe(true);
    expect(headers.get('content-length')).toBe('100000');
    expect(headers.get('accept-ranges')).toBe('bytes');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toMatch(/^private, max-age=\d+, immutable$/);
    expect(headers.get('etag')).toMatch(/^"[0-9a-f]{32}"$/);
  });

  it('answers HEAD alike, without the bytes', async () => {
    const { url } = await stored('hello', 'hello.txt');
    const [whole, head] = [await get(url), await get(url, {}, 'HEAD')];
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    for (const name of ['content-length', 'content-type', 'etag', 'content-disposition'])
      expect([name, head.headers.get(name)]).toEqual([name, whole.headers.get(name)]);
  });

  it('answers 304 to a client that has them', async () => {
    const { url } = await stored('hello');
    const etag = (await get(url)).headers.get('etag') ?? '';
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
      expect([known, (await get(url, { 'if-none-match': known })).status]).toEqual([known, 304]);
    expect((await get(url, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('is invalid when changed, expired, or its content deleted', async () => {
    const { host, ada, record, url } = await stored('hello');
    const other = await upload(host.world.service, ada.session, 'files.upload', Buffer.from('other'));
    const changed = [
      url.replace(`/file/${record.ID}/`, `/file/${other.ID}/`),
      url.replace('/file/', '/photo/'),
      url.replace(/exp=\d+/, 'exp=99999999999'),
      url.replace(/sig=(.)/, (_, first: string) => `sig=${first === 'A' ? 'B' : 'A'}`),
      url.replace(/&sig=.*/, ''),
      url.replace(/exp=\d+&/, ''),
      `${url}&sig=x`,
      url.replace(`/${record.ID}/`, '/0/'),
      url.replace(`/${record.ID}/`, '/..%2f..%2fcourtyard.db/'),
    ];
    for (const address of changed) expect([address, (await get(address)).status]).toEqual([address, 401]);
    expect((await get(url.replace('a.bin', 'another-name'))).status).toBe(200);
    await ada.call('files.remove', { file_id: record.ID });
    expect((await get(url)).status).toBe(404);
    host.world.clock.advance(25 * 3600);
    expect((await get(url)).status).toBe(401);
  });

  it('accepts GET and HEAD only', async () => {
    const { url } = await stored('hello');
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
      expect([method, (await get(url, {}, method)).status]).toEqual([method, 404]);
  });
});

describe('an address in an answer or event', () => {
  const FORWARDED = { 'x-forwarded-proto': 'https' };
  it.each([
    ['is https behind a trusted proxy that speaks it', ['127.0.0.1'], FORWARDED, 'https:'],
    ['is http behind a trusted proxy that speaks that', ['127.0.0.1'], {}, 'http:'],
    ['ignores the header of anyone else', [], FORWARDED, 'http:'],
  ])('%s', async (_about, trustProxy, headers, scheme) => {
    const { host, ada, record } = await stored('hello', 'a.bin', trustProxy);
    const start = `${host.url.replace('http:', scheme)}/content/file/${record.ID}/`;
    const socket = new WebSocket(`${host.url}/ws?v=2&token=${ada.session.token}`, { headers });
    onTestFinished(() => socket.terminate());
    const event = new Promise<string>((resolve) =>
      socket.on('message', (data) => String(data).includes('"Type":"file"') && resolve(String(data))),
    );
    await new Promise((resolve) => socket.once('open', resolve));
    const answer = await fetch(`${host.url}/files/${record.ID}`, {
      method: 'PATCH',
      headers: { token: ada.session.token ?? '', 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ name: 'b.bin' }),
    });
    expect(await answer.text()).toContain(`"Url":"${start}`);
    expect(await event).toContain(`"Url":"${start}`);
  });
});

describe('the media type', () => {
  const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');
  it.each<[string, Buffer | string, string, 'inline' | 'attachment']>([
    ['page.txt', '<!doctype html><script>alert(1)</script>', 'text/html; charset=utf-8', 'attachment'],
    ['photo.png', '<html>', 'text/html; charset=utf-8', 'attachment'],
    [
      'picture.png',
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      'image/svg+xml',
      'attachment',
    ],
    ['feed.json', '<?xml version="1.0"?><a/>', 'application/xml', 'attachment'],
    ['notes.txt', '%PDF-1.7\n%\u00e2', 'application/pdf', 'attachment'],
    ['program.html', 'alert(1)', 'text/plain; charset=utf-8', 'inline'],
    ['a.html', PNG, 'image/png', 'inline'],
    ['a.exe', 'MZ\0\0', 'application/x-msdownload', 'attachment'],
    ['a.txt', Buffer.from([0, 1, 2, 3]), 'application/octet-stream', 'attachment'],
    ['film.txt', fixture('video.mp4'), 'video/mp4', 'inline'],
    ['film.bin', fixture('video.webm'), 'video/webm', 'inline'],
    ['song', fixture('sound.mp3'), 'audio/mpeg', 'inline'],
    ['picture', fixture('turned.jpg'), 'image/jpeg', 'inline'],
  ])('of %s is detected from its bytes', async (name, bytes, type, way) => {
    const { url, record } = await stored(bytes, name);
    const { headers } = await get(url);
    expect([record.Type, headers.get('content-type')]).toEqual([type, type]);
    expect(headers.get('content-disposition')).toMatch(new RegExp(`^${way}; filename="${name}"`));
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('a range', () => {
  it('returns its bytes', async () => {
    const bytes = randomBytes(10_007);
    const { url } = await stored(bytes);
    const last = bytes.length - 1;
    const expectBytes = async (range: string, from: number, to: number) => {
      const { status, headers, bytes: got } = await get(url, { range });
      expect([range, status]).toEqual([range, 206]);
      expect(headers.get('content-range')).toBe(`bytes ${from}-${to}/${bytes.length}`);
      expect([range, got.equals(bytes.subarray(from, to + 1))]).toEqual([range, true]);
    };
    const numbers = [fc.nat(last), fc.nat(last), fc.integer({ min: 1, max: 2 * bytes.length })] as const;
    await fc.assert(
      fc.asyncProperty(...numbers, async (start, more, suffix) => {
        const end = start + more;
        await expectBytes(`bytes=${start}-${end}`, start, Math.min(end, last));
        await expectBytes(`bytes=${start}-`, start, last);
        await expectBytes(`bytes=-${suffix}`, Math.max(0, bytes.length - suffix), last);
        await expectBytes(`BYTES = ${start} - ${end}`, start, Math.min(end, last));
      }),
      runs(50),
    );
  });

  it('that is empty or malformed is rejected', async () => {
    const { url } = await stored(randomBytes(100));
    const beyond = ['bytes=100-', 'bytes=100-100000', 'bytes=101-', 'bytes=461-100000'];
    const turned = ['bytes=5-0', 'bytes=6-5', 'bytes=99-98'];
    const senseless = [
      ...['bytes=', 'bytes= ', 'bytes=-', 'bytes=--5', 'bytes=a-b', 'bytes=0x1-0x5', 'bytes=1.5-2'],
      ...['bytes=-0', 'bytes=5', 'bytes=-5-', 'bytes=5-10-15', 'bytes=+1-5', 'bytes=1_0-20', 'bytes=NaN-'],
      ...['bytes=1e1-20', 'bytes=,', 'bytes=;0-1', 'bytes=0:5', 'bytes=*', 'bytes=0-5;q=1', 'bytes=0-5x'],
    ];
    for (const range of [...beyond, ...turned, ...senseless]) {
      const { status, headers } = await get(url, { range });
      expect([range, status, headers.get('content-range')]).toEqual([range, 416, 'bytes */100']);
    }
  });

  it('is ignored for other units, multiple ranges, or other bytes', async () => {
    const { url } = await stored(randomBytes(100));
    const etag = (await get(url)).headers.get('etag') ?? '';
    for (const range of ['lines=0-5', 'bytes=0-5, 10-15', 'bytes=0-0,-1'])
      expect([range, (await get(url, { range })).status]).toEqual([range, 200]);
    expect((await get(url, { range: 'bytes=0-5', 'if-range': etag })).status).toBe(206);
    expect((await get(url, { range: 'bytes=0-5', 'if-range': '"other"' })).status).toBe(200);
  });

  it('of empty content is rejected, and the empty content is served', async () => {
    const { url } = await stored('');
    expect((await get(url)).status).toBe(200);
    for (const range of ['bytes=0-', 'bytes=0-0', 'bytes=-1'])
      expect([range, (await get(url, { range })).status]).toEqual([range, 416]);
  });
});
