import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Outbox } from '../../electron/outbox/outbox';
import { proxyBytes } from '../../electron/remote/byte-proxy';
import { ContentCache } from '../../electron/remote/content-cache/content-cache';
import { FetchQueue } from '../../electron/remote/content-cache/fetch-queue';
import { PersonContent } from '../../electron/remote/content-cache/person-content';
import { RemoteCommunities } from '../../electron/remote/remote-communities';
import { SyncedCommunity } from '../../electron/remote/synced/synced-community';
import { openUpload, sendFrom, sentOf, uploadNamed } from '../../shared/client/bytes';
import { fixture } from '../support/fixtures';
import { sharedCommunity } from '../support/shared';
import { untilPasses } from '../support/waiting';

const CLIENT = 'Courtyard (test)';
const PAGES = 'https://window.test';

/** A program whose person has joined a community over TLS, and a page that requests bytes of it. */
async function guest() {
  const there = await sharedCommunity('Lypova 12');
  onTestFinished(() => there.close());
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-proxy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const onChange = () => undefined;
  const path = join(folder, 'joined.json');
  const joined = new RemoteCommunities({ path, client: CLIENT, onChange, onLost: onChange });
  onTestFinished(() => joined.close());
  const remote = joined.find(await joined.join({ address: there.address, key: there.key }))!;
  const { id, session } = there.owner;
  const token = session.token ?? '';
  const synced = new SyncedCommunity({
    ...{
      remote,
      signedIn: { token, id },
      community: { id: 1, key: there.key },
      client: CLIENT,
      version: '1',
    },
    replica: { folder, name: 'replica' },
    outbox: new Outbox(join(folder, 'outbox.db')),
    seen: 0,
    retryDelays: { first: 1, longest: 10 },
    onChange,
  });
  onTestFinished(() => synced.close());
  await untilPasses(() => expect(synced.isFilled).toBe(true));
  const pending = { uploads: synced.uploads, logger: pino({ enabled: false }) };
  const cache = new ContentCache({ folder: join(folder, 'content'), now: () => 1_800_000_000 });
  onTestFinished(() => cache.close());
  const content = new PersonContent({
    ...{ cache, queue: new FetchQueue(), community: remote, person: id },
    session: { token, address: '', userAgent: CLIENT },
    onOfflineChange: onChange,
  });
  onTestFinished(() => content.close());
  const request = async (url: string | URL, init?: RequestInit) =>
    (await proxyBytes(remote, CLIENT, new Request(new URL(url, PAGES), init), content, pending))!;
  vi.stubGlobal('fetch', request);
  onTestFinished(() => void vi.unstubAllGlobals());
  return { there, synced, session, request, host: { url: PAGES, token } };
}

test('a page uploads as ever while the host comes and goes, and its bytes arrive once', async () => {
  const { there, synced, session, request, host } = await guest();
  const bytes = randomBytes(1_000_000);
  const file = new Blob([bytes]);
  const once = { attempts: 1 };
  const created = await openUpload(host, { size: bytes.length, kind: 'file', filename: 'plan.bin' }, once);
  let stopping: Promise<void> | undefined;
  const sending = sendFrom(host, created, file, 0, {
    ...once,
    piece: () => 100_000,
    onProgress: (sent) => {
      if (sent >= 300_000) stopping ??= there.stop();
    },
  });
  await expect(sending).rejects.toMatchObject({ name: 'Unreachable' });
  await stopping;

  expect(await sentOf(host, created, once)).toBe(0);
  await sendFrom(host, created, file, 0, { ...once, piece: () => 400_000 });
  const input = { file: uploadNamed(created), filename: 'plan.bin' };
  const waiting = await synced.call(session, 'files.upload', input, 'key-of-the-file');
  expect(synced.outboxItems).toMatchObject([{ upload: { name: 'plan.bin', size: bytes.length, sent: 0 } }]);
  const shown = async () => Buffer.from(await (await request(waiting.Url)).arrayBuffer());
  expect((await shown()).equals(bytes)).toBe(true);

  await there.restart();
  synced.reconnect();
  await untilPasses(() => expect(synced.outboxItems).toEqual([]));
  await synced.sent();
  const [stored, ...others] = await there.owner.call('files.list', {});
  expect([stored?.Name, stored?.Size, others]).toEqual(['plan.bin', bytes.length, []]);
  // Pages may still show what they were told before.
  expect((await shown()).equals(bytes)).toBe(true);
});

test('a photo that is uploaded while the host is away shows its own picture, in ranges and sizes, too', async () => {
  const { there, synced, session, request, host } = await guest();
  await there.stop();
  await untilPasses(() => expect(synced.asOf).toBeGreaterThan(0));
  const bytes = fixture('picture.png');
  const path = await openUpload(host, { size: bytes.length, kind: 'photo', filename: 'picture.png' }, {});
  await sendFrom(host, path, new Blob([new Uint8Array(bytes)]), 0, {});
  const photo = await synced.call(session, 'photos.upload', { photo: uploadNamed(path) }, 'key-of-the-photo');
  const answer = await request(`${photo.Url}?size=256`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  const part = await request(photo.Url, { headers: { range: 'bytes=0-3' } });
  expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 4]);
  const other = await request(photo.Url.replace('/content/photo/', '/content/file/'));
  expect(other.status).toBe(504);
});

test('an upload of nobody who is signed in here goes to the host alone', async () => {
  const { there, request } = await guest();
  await there.stop();
  const headers = { token: 'other', 'tus-resumable': '1.0.0', 'upload-length': '3' };
  expect((await request('/uploads', { method: 'POST', headers })).status).toBe(504);
});

test('a file that is too large is refused while the host is away, with a reason', async () => {
  const { there, synced, host } = await guest();
  await there.stop();
  await untilPasses(() => expect(synced.asOf).toBeGreaterThan(0));
  const opening = openUpload(host, { size: 26 * 1024 * 1024, kind: 'photo' }, { attempts: 1 });
  await expect(opening).rejects.toMatchObject({ code: 'too_large' });
});
