import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createHash, generateKeyPairSync } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createServer } from 'node:tls';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { fingerprintOf } from '../../electron/identity/fingerprint';
import { issueCertificate } from '../../electron/identity/certificate';
import { proxyBytes } from '../../electron/remote/byte-proxy';
import type { RemoteCommunity } from '../../electron/remote/remote-community';
import { RemoteCommunities } from '../../electron/remote/remote-communities';
import { HostSearch } from '../../electron/remote/host-search';
import { UnreadWatch } from '../../electron/remote/unread-watch';
import type { Frame } from '../../shared/events';
import { upload } from '../support/content';
import { fixture } from '../support/fixtures';
import { sharedCommunity, type SharedCommunity } from '../support/shared';
import { untilPasses } from '../support/waiting';

const CLIENT = 'Courtyard (test)';
/** By what a socket's key is made its answer (RFC 6455, 1.3). */
const HANDSHAKE = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

async function shared(name = 'Lypova 12', port?: number): Promise<SharedCommunity> {
  const community = await sharedCommunity(name, port);
  onTestFinished(() => community.close());
  return community;
}

/** A program that has joined nothing yet. */
function program() {
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-joined-'));
  const path = join(folder, 'joined.json');
  const open = () => {
    const joined = new RemoteCommunities({
      path,
      client: CLIENT,
      onChange: () => undefined,
      onLost: () => undefined,
    });
    onTestFinished(() => joined.close());
    return joined;
  };
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { path, joined: open(), open };
}

/** A program that has joined a community. */
async function guest(name?: string) {
  const there = await shared(name);
  const { joined, path, open } = program();
  const id = await joined.join({ address: there.address, key: there.key });
  const way = joined.find(id)!;
  const session = { ...there.owner.session, address: '', userAgent: CLIENT };
  return { there, joined, path, open, id, way, session };
}

const nobody = { token: null, address: '', userAgent: CLIENT };

/** Asks for bytes as the window does. */
async function bytesOf(way: RemoteCommunity, path: string, init: RequestInit = {}): Promise<Response> {
  const request = new Request(new URL(path, 'https://window.test'), init);
  const answer = await proxyBytes(way, CLIENT, request);
  if (!answer) throw new Error(`${path} is about no bytes`);
  return answer;
}

/** Keys of a community that nobody made, with the certificate of a host of it. */
async function strangeKeys(made = Math.floor(Date.now() / 1000)) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const keys = {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }),
    publicKey: publicKey.export({ type: 'spki', format: 'der' }),
  };
  const certificate = await issueCertificate(keys, ['127.0.0.1'], made);
  return { key: fingerprintOf(keys.publicKey), certificate };
}

/** A host of another community, which keeps what it is told. */
async function stranger(port = 0, made?: number) {
  const { key, certificate } = await strangeKeys(made);
  const heard: string[] = [];
  let greeted = 0;
  const server = createServer(certificate, (socket) => {
    socket.on('data', (piece) => heard.push(piece.toString()));
    socket.on('error', () => socket.destroy());
  });
  server.on('connection', () => greeted++);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    key,
    heard,
    get greeted() {
      return greeted;
    },
  };
}

/** The way to a joined community whose host answers whatever it likes. */
async function liar(answer: RequestListener, speak?: (socket: WebSocket) => void) {
  const { key, certificate } = await strangeKeys();
  const server = createSecureServer(certificate, answer);
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => speak?.(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    for (const socket of sockets.clients) socket.terminate();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const { joined } = program();
  const id = await joined.join({ address: `127.0.0.1:${(server.address() as AddressInfo).port}`, key });
  return { joined, way: joined.find(id)! };
}

describe('a remote community', () => {
  test('shows its name and key before joining', async () => {
    const there = await shared('Lypova 12');
    const { joined } = program();
    const { address, key } = there;
    const { ID: number } = await there.owner.call('community.get', {});
    const met = { id: null, number, name: 'Lypova 12', members: 1, address, key, place: '#/' };
    expect(await joined.preview(address)).toEqual({ ...met, isVouched: false });
    expect(await joined.preview(`https://${address}/#/join/ABCD-EFGH?key=${key}`)).toEqual({
      ...met,
      isVouched: true,
      place: '#/join/ABCD-EFGH',
    });
    const id = await joined.join({ address, key });
    expect(await joined.preview(address)).toMatchObject({ id });
    expect(joined.all).toHaveLength(1);
  });

  test.each([
    ['', 'validation_error'],
    ['https://person@127.0.0.1:1/', 'validation_error'],
    [`https://127.0.0.1:1/#/?key=${'g'.repeat(64)}`, 'validation_error'],
    ['127.0.0.1:1', 'unavailable'],
  ])('is not found at %j: %s', async (address, code) => {
    await expect(program().joined.preview(address)).rejects.toMatchObject({ code });
  });

  test("is rejected behind a link with another community's key", async () => {
    const { address } = await shared();
    const link = `https://${address}/#/?key=${'0'.repeat(64)}`;
    await expect(program().joined.preview(link)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('is rejected when its certificate is no longer valid', async () => {
    const { address } = await stranger(0, 1_500_000_000);
    await expect(program().joined.preview(address)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('answers calls like the local one, with error codes', async () => {
    const { way, session } = await guest();
    const dialog = await way.call(session, 'dialogs.create', { name: 'Garden', type: 'group' }, 'key-0001');
    expect(await way.call(session, 'dialogs.create', { name: 'Garden', type: 'group' }, 'key-0001')).toEqual(
      dialog,
    );
    const { value, seq } = await way.answer(session, 'dialogs.list', {});
    expect(value).toMatchObject([{ Name: 'Garden' }]);
    expect(seq).toBeGreaterThan(0);
    const [device] = await way.call(session, 'account.tokens', {});
    expect(device).toBeDefined();
    await expect(way.call(nobody, 'dialogs.list', {})).rejects.toMatchObject({ code: 'auth_failed' });
    const unnamed = way.call(session, 'dialogs.send', { dialog_id: dialog.ID, text: '' }, 'key-0002');
    await expect(unnamed).rejects.toMatchObject({ code: 'validation_error' });
    await expect(way.call(session, 'people.get', { user: '999999' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test("serves content with ranges from the window's own addresses, with content headers only", async () => {
    const { there, way, session } = await guest();
    const picture = fixture('picture.png');
    await upload(there.now.service, session, 'photos.upload', picture);
    const [photo] = await way.call(session, 'photos.list', {});
    expect(photo?.Url).toMatch(/^\/content\//);
    const whole = await bytesOf(way, photo!.Url);
    expect([whole.status, Buffer.from(await whole.arrayBuffer()).equals(picture)]).toEqual([200, true]);
    expect(whole.headers.get('content-security-policy')).toContain('sandbox');
    const part = await bytesOf(way, photo!.Url, { headers: { range: 'bytes=2-9' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 2-9/${picture.length}`]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(picture.subarray(2, 10));
    const head = await bytesOf(way, photo!.Url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(picture.length)]);
    const etag = whole.headers.get('etag') ?? '';
    expect((await bytesOf(way, photo!.Url, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await bytesOf(way, '/content/photo/1/none.png')).status).toBe(401);
  });

  test('accepts chunked uploads and forms, and saves files', async () => {
    const { way, session } = await guest();
    const token = session.token ?? '';
    const bytes = Buffer.from('The plan\n'.repeat(20_000));
    const tus = { token, 'tus-resumable': '1.0.0' };
    const metadata = `kind ${btoa('file')},filename ${btoa('plan.txt')}`;
    const made = await bytesOf(way, '/uploads', {
      method: 'POST',
      headers: { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
    });
    expect(made.status).toBe(201);
    const place = made.headers.get('location') ?? '';
    for (const [from, to] of [
      [0, 100_000],
      [100_000, bytes.length],
    ] as const) {
      const piece = await bytesOf(way, place, {
        method: 'PATCH',
        headers: { ...tus, 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' },
        body: new Uint8Array(bytes.subarray(from, to)),
      });
      expect([piece.status, piece.headers.get('upload-offset')]).toEqual([204, String(to)]);
    }
    const state = await bytesOf(way, place, { method: 'HEAD', headers: tus });
    expect(state.headers.get('upload-length')).toBe(String(bytes.length));
    const file = place.slice(place.lastIndexOf('/') + 1);
    const { Url } = await way.call(session, 'files.upload', { file, filename: 'plan.txt' }, 'key-0001');
    expect(await (await bytesOf(way, Url)).text()).toBe(bytes.toString());

    const form = new FormData();
    form.set('photo', new Blob([new Uint8Array(fixture('picture.png'))]), 'picture.png');
    const taken = await bytesOf(way, '/photos', {
      method: 'POST',
      headers: { token, 'idempotency-key': 'key-0002' },
      body: form,
    });
    expect(await taken.json()).toMatchObject({ Url: expect.stringMatching(/^\/content\//) as string });

    const { Name, Bytes } = (await way.call(session, 'account.export', {})) as unknown as {
      Name: string;
      Bytes: AsyncIterable<Uint8Array>;
    };
    expect(Name).toMatch(/^[\w.-]+\.zip$/);
    expect((await text(Bytes)).startsWith('PK')).toBe(true);
  });

  test('is listed under its own name from any address, in a private list', async () => {
    const { there, joined, id, path, way, open } = await guest('Before');
    await joined.join({ address: '127.0.0.1:1', key: there.key });
    expect(await way.call(nobody, 'community.get', {})).toMatchObject({ Name: 'Before' });
    await there.owner.call('community.update', { name: 'After' });
    await way.call(nobody, 'community.get', {});
    expect(joined.all).toMatchObject([
      { id, name: 'After', addresses: [there.address, '127.0.0.1:1'], key: there.key },
    ]);
    await untilPasses(() => expect(readFileSync(path, 'utf8')).toContain('After'));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(existsSync(`${path}.partial`)).toBe(false);
    expect(open().all).toEqual(joined.all);
    await joined.leave(id);
    expect([joined.all, joined.find(id)]).toEqual([[], null]);
  });

  test('was last heard of when the program ended, not when it connected', async () => {
    const { joined, id, path } = await guest();
    await joined.find(id)!.call(nobody, 'community.get', {});
    const later = Date.now() + 3_600_000;
    vi.useFakeTimers({ now: later, toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    await joined.close();
    const { communities } = JSON.parse(readFileSync(path, 'utf8')) as { communities: { seen: number }[] };
    expect(communities).toMatchObject([{ seen: Math.floor(later / 1000) }]);
  });

  /** The seconds from now at which the only community was last heard of, when `hear` happens after some seconds. */
  async function lastHeard(joined: RemoteCommunities, hear: () => Promise<unknown>) {
    const start = Math.floor(Date.now() / 1000);
    onTestFinished(() => void vi.useRealTimers());
    const seen: number[] = [];
    for (const seconds of [30, 3600]) {
      vi.useFakeTimers({ now: (start + seconds) * 1000, toFake: ['Date'] });
      await hear();
      seen.push((joined.all[0]?.seen ?? 0) - start);
    }
    return seen;
  }

  test('was last heard of when it last answered, to the minute', async () => {
    const { joined, way } = await guest();
    const ask = () => way.call(nobody, 'community.get', {});
    await ask();
    expect(await lastHeard(joined, ask)).toEqual([expect.closeTo(0, -1), 3600]);
  });

  test('was last heard of when it last gave a sign of life over its event connection', async () => {
    const opened = Promise.withResolvers<WebSocket>();
    const { joined, way } = await liar(
      (_request, response) => response.end(),
      (socket) => opened.resolve(socket),
    );
    const line = await way.connect(nobody, { send: () => undefined, close: () => undefined });
    onTestFinished(() => line.close());
    const socket = await opened.promise;
    const ping = () => (socket.ping(), once(socket, 'pong'));
    expect(await lastHeard(joined, ping)).toEqual([expect.closeTo(0, -1), 3600]);
  });

  test('is neither joined nor left when that cannot be stored', async () => {
    const { joined, path, id, there, way, session } = await guest();
    const signOut = (community: RemoteCommunity) => community.call(session, 'account.logout', {});
    // Nothing can be put in the place of a folder; the first list is written by then.
    await untilPasses(() => mkdirSync(`${path}.partial`));
    const other = { address: '127.0.0.1:1', key: 'f'.repeat(64) };
    await expect(joined.join(other)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(joined.leave(id, signOut)).rejects.toMatchObject({ code: 'unavailable' });
    expect(joined.all).toMatchObject([{ id, key: there.key }]);
    expect(joined.find(id)).toBe(way);
    await way.call(session, 'people.me', {});
    rmdirSync(`${path}.partial`);
    await joined.leave(id, signOut);
    expect([joined.all, joined.find(id)]).toEqual([[], null]);
    const again = joined.find(await joined.join({ address: there.address, key: there.key }))!;
    await expect(again.call(session, 'people.me', {})).rejects.toMatchObject({ code: 'auth_failed' });
  });

  test('is joined once by two concurrent requests', async () => {
    const { joined, open } = program();
    const key = 'f'.repeat(64);
    const ids = await Promise.all(
      ['127.0.0.1:1', '127.0.0.1:2'].map((address) => joined.join({ address, key })),
    );
    expect(new Set(ids).size).toBe(1);
    expect(joined.all).toMatchObject([{ id: ids[0], addresses: ['127.0.0.1:2', '127.0.0.1:1'] }]);
    expect(joined.find(ids[0] ?? '')?.host.addresses).toEqual(['127.0.0.1:2', '127.0.0.1:1']);
    await joined.close();
    expect(open().all).toEqual(joined.all);
  });

  test('is moved before another one or to the end, also after a restart', async () => {
    const { joined, open } = program();
    const [a, b, c] = [
      await joined.join({ address: '127.0.0.1:1', key: 'a'.repeat(64) }),
      await joined.join({ address: '127.0.0.1:2', key: 'b'.repeat(64) }),
      await joined.join({ address: '127.0.0.1:3', key: 'c'.repeat(64) }),
    ];
    const order = (of = joined) => of.all.map(({ id }) => id);
    await joined.move(c, a);
    expect(order()).toEqual([c, a, b]);
    await joined.move(c, null);
    expect(order()).toEqual([a, b, c]);
    await joined.move(a, 'main');
    await joined.move('joined-nowhere', a);
    expect(order()).toEqual([b, c, a]);
    await joined.close();
    expect(order(open())).toEqual([b, c, a]);
  });

  test('is one of at most fifty', async () => {
    const { joined } = program();
    for (let number = 0; number < 50; number++)
      await joined.join({ address: '127.0.0.1:1', key: String(number).padStart(64, '0') });
    await expect(joined.join({ address: '127.0.0.1:1', key: 'f'.repeat(64) })).rejects.toThrow(
      '50 communities',
    );
    expect(joined.all).toHaveLength(50);
  });
});

describe('events of a remote community', () => {
  /** A line, with what comes over it. */
  async function listening(
    way: RemoteCommunity,
    session: typeof nobody | { token: string | null },
    since?: Frame,
  ) {
    const frames: Frame[] = [];
    const closed: number[] = [];
    const place = since?.Type === 'hello' ? { since: since.Seq, log: since.Log } : {};
    const line = await way.connect(
      { ...nobody, token: session.token },
      {
        ...place,
        send: (frame) => frames.push(JSON.parse(frame) as Frame),
        close: (code) => closed.push(code),
      },
    );
    onTestFinished(() => line.close());
    return { frames, closed, line, types: () => frames.map(({ Type }) => Type) };
  }

  test('arrive in order, and missed ones arrive when the host is back', async () => {
    const { there, way, session } = await guest();
    const { ID: dialog_id } = await there.owner.call('dialogs.create', { name: 'Garden', type: 'group' });
    const first = await listening(way, session);
    await untilPasses(() => expect(first.types()).toContain('hello'));
    first.line.command({ command: 'subscribe', category: 'dialog', thing_id: there.owner.id });
    await untilPasses(() => expect(first.types()).toContain('subscribed'));
    await there.owner.call('dialogs.send', { dialog_id, text: 'one' });
    await untilPasses(() => expect(first.types()).toContain('message'));

    await there.stop();
    await untilPasses(() => expect(first.closed).toHaveLength(1));
    await expect(way.call(session, 'dialogs.list', {})).rejects.toMatchObject({ name: 'Unreachable' });
    expect(way.host.state).toBe('away');
    await there.restart();
    await there.owner.call('dialogs.send', { dialog_id, text: 'two' });
    await there.owner.call('dialogs.send', { dialog_id, text: 'three' });
    const again = await listening(way, session, first.frames[0]);
    const said = () =>
      again.frames.flatMap((frame) => (frame.Type === 'message' ? [frame.Message.Text] : []));
    await untilPasses(() => expect(said()).toEqual(['one', 'two', 'three']));
    expect(way.host.state).toBe('here');
  });

  test('are received from the first, even when sent with the handshake', async () => {
    const { key, certificate } = await strangeKeys();
    const server = createSecureServer(certificate);
    server.on('upgrade', ({ headers }: IncomingMessage, socket: Duplex) => {
      const accepted = createHash('sha1')
        .update(`${headers['sec-websocket-key']}${HANDSHAKE}`)
        .digest('base64');
      const head =
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        `Sec-WebSocket-Accept: ${accepted}\r\n\r\n`;
      const frame = Buffer.from('{"Type":"hello"}');
      socket.write(Buffer.concat([Buffer.from(head), Buffer.from([0x81, frame.length]), frame]));
      onTestFinished(() => void socket.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { joined } = program();
    const id = await joined.join({ address: `127.0.0.1:${(server.address() as AddressInfo).port}`, key });
    const heard = Promise.withResolvers<string>();
    await joined.find(id)?.connect(nobody, { send: heard.resolve, close: heard.reject });
    expect(await heard.promise).toBe('{"Type":"hello"}');
  });

  test('are not received with an invalid token', async () => {
    const { way } = await guest();
    await expect(listening(way, { token: 'y.none' })).rejects.toMatchObject({ code: 'auth_failed' });
  });

  test('update unread counts in the background', async () => {
    const { there, way } = await guest();
    const taras = await there.now.person('Taras');
    const { ID: dialog_id } = await there.owner.call('dialogs.create', { name: 'Garden', type: 'group' });
    await there.owner.call('dialogs.join', { dialog_id, user_id: String(taras.id) });
    const told: number[] = [];
    const watch = new UnreadWatch(
      way,
      CLIENT,
      { token: taras.session.token ?? '', id: taras.id },
      { onUnread: (unread) => told.push(unread), onEvent: () => undefined },
    );
    onTestFinished(() => watch.close());
    await untilPasses(() => expect(told.at(-1)).toBe(0));
    const { ID: message } = await there.owner.call('dialogs.send', { dialog_id, text: 'Are you there?' });
    await untilPasses(() => expect(told.at(-1)).toBe(1));
    await taras.call('dialogs.read', { dialog_id, message });
    await untilPasses(() => expect(told.at(-1)).toBe(0));
  });
});

describe('a dishonest host', () => {
  test('cannot send the window headers or pages of its own', async () => {
    const { way } = await liar((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.setHeader('content-security-policy', "script-src 'unsafe-inline'");
      response.setHeader('set-cookie', 'mine=1');
      response.setHeader('access-control-allow-origin', '*');
      response.end('<script>alert(1)</script>');
    });
    const { headers } = await bytesOf(way, '/content/file/1/plan.html');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'.*sandbox$/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect([headers.get('set-cookie'), headers.get('access-control-allow-origin')]).toEqual([null, null]);
  });

  test.each([302, 199, 999])('cannot redirect: %i is not accepted', async (status) => {
    const { way } = await liar((_request, response) => {
      // Node itself would refuse to write some of these.
      response.socket?.end(`HTTP/1.1 ${status} Gone\r\nlocation: https://elsewhere.example/\r\n\r\n`);
    });
    expect((await bytesOf(way, '/content/file/1/plan.txt')).status).toBe(504);
    await expect(way.call(nobody, 'community.get', {})).rejects.toThrow();
  });

  test('gets only idempotent requests again over a new connection', async () => {
    const asked: string[] = [];
    const answered = new WeakSet<object>();
    const { way } = await liar(({ method, socket }, response) => {
      asked.push(method ?? '');
      // A reused keep-alive connection turns out to be closed.
      if (answered.has(socket)) return void socket.destroy();
      answered.add(socket);
      response.end('{"ok":true}');
    });
    await way.call(nobody, 'community.get', {});
    await way.call(nobody, 'community.get', {});
    expect(asked.splice(0)).toEqual(['GET', 'GET', 'GET']);
    await way.call(nobody, 'account.logout', {}, 'key-0001');
    expect(asked.splice(0)).toEqual(['DELETE', 'DELETE']);
    await expect(way.call(nobody, 'account.logout', {})).rejects.toMatchObject({ name: 'Unreachable' });
    expect(asked).toEqual(['DELETE']);
  });

  test('that falls silent is asked over another connection, and what still arrives from it goes on', async () => {
    const connections = new Set<object>();
    let isSilent = false;
    const ignored = Promise.withResolvers<void>();
    const stream = Promise.withResolvers<ServerResponse>();
    const { way } = await liar(({ url, socket }, response) => {
      connections.add(socket);
      if (url?.startsWith('/content/')) {
        response.write('first ');
        stream.resolve(response);
      } else if (isSilent) ignored.resolve();
      else response.end('{"ok":true}');
    });
    const streamed = await bytesOf(way, '/content/file/1/plan.txt');
    const arriving = setInterval(() => void stream.promise.then((response) => response.write('and ')), 20);
    isSilent = true;
    const waiting = way.call(nobody, 'community.get', {});
    await ignored.promise;
    way.host.endSilent(2_000);
    await expect(waiting).rejects.toMatchObject({ name: 'Unreachable' });
    isSilent = false;
    await way.call(nobody, 'community.get', {});
    expect(connections.size).toBe(3);
    clearInterval(arriving);
    (await stream.promise).end('last');
    expect(await streamed.text()).toMatch(/^first (and )+last$/);
  });

  test('ends idle connections at once when asked to', async () => {
    const connections = new Set<object>();
    const { way } = await liar(({ socket }, response) => {
      connections.add(socket);
      response.end('{"ok":true}');
    });
    await way.call(nobody, 'community.get', {});
    way.host.endSilent(1_000);
    await way.call(nobody, 'community.get', {});
    expect(connections.size).toBe(2);
  });

  test('is ignored when its answer does not match the contract', async () => {
    const { way, joined } = await liar((_request, response) => response.end('no JSON'));
    await expect(way.call(nobody, 'community.get', {})).rejects.toMatchObject({ name: 'Unreachable' });
    const other = await liar((_request, response) => response.end('{"Name":7,"ID":"x"}'));
    await other.way.call(nobody, 'community.get', {});
    expect([joined.all[0]?.name, other.joined.all[0]?.name]).toEqual(['', '']);
  });

  test.each(['{"Type":"community"', '{"Type":"community","Community":null}', 'null', '[]', '{"Type":7}'])(
    'breaks nothing with the frame %s',
    async (frame) => {
      const { way } = await liar(
        (_request, response) => response.end('{}'),
        (socket) => {
          socket.send(frame);
          socket.close(4000);
        },
      );
      const heard: string[] = [];
      const closed = Promise.withResolvers<number>();
      await way.connect(nobody, { send: (frame) => heard.push(frame), close: closed.resolve });
      expect([1006, 4000]).toContain(await closed.promise);
      expect(heard.every((one) => one === '{"Type":"community","Community":null}')).toBe(true);
    },
  );
});

describe('an unreadable community list', () => {
  test('is moved aside and started anew', () => {
    const { path, open } = program();
    writeFileSync(path, '{"communities": 7}');
    const joined = open();
    expect(joined.all).toEqual([]);
    expect(readFileSync(`${path}.unreadable`, 'utf8')).toBe('{"communities": 7}');
  });
});

describe('a host that has moved', () => {
  test("is searched by the community's key, and contacted only after showing it", async () => {
    const { there, joined, id, way, session } = await guest();
    const other = await stranger();
    const { address } = there;
    await joined.leave(id);
    const away = await joined.join({ address: '127.0.0.1:1', key: there.key });
    const moved = joined.find(away)!;
    await expect(moved.call(session, 'people.me', {})).rejects.toMatchObject({ name: 'Unreachable' });
    const found = [
      { name: 'Lypova 12', key: other.key, addresses: [address], isReached: true },
      { name: 'Lypova 12', key: there.key, addresses: [other.address, address, 'not one'], isReached: true },
    ];
    const acts: string[] = [];
    const finder = {
      start: () => acts.push('start'),
      poll: () => ({ isSearching: false, hasNetwork: true, found }),
      stop: () => acts.push('stop'),
    };
    const seeker = new HostSearch(finder as never, (found) => {
      for (const { key, addresses } of found) void joined.tryDiscovered(key, addresses);
    });
    seeker.start();
    seeker.start();
    expect(acts).toEqual(['start', 'stop']);
    await untilPasses(() =>
      expect(joined.all).toMatchObject([{ addresses: [address, '127.0.0.1:1'], discovered: [address] }]),
    );
    expect(await moved.call(session, 'people.me', {})).toMatchObject({ ID: there.owner.id });
    expect([other.heard, way.host.state]).toEqual([[], 'unknown']);
    await joined.tryDiscovered(there.key, ['127.0.0.1:2']);
    expect(joined.all[0]?.addresses).not.toContain('127.0.0.1:2');
  });
});

describe('a host with another key', () => {
  test('receives nothing: no call, no bytes, no socket', async () => {
    const { there, way, session } = await guest();
    await there.stop();
    const other = await stranger(there.port);
    const away = { name: 'Unreachable' };
    await expect(way.call(session, 'people.me', {})).rejects.toMatchObject(away);
    await expect(
      way.connect(session, { send: () => undefined, close: () => undefined }),
    ).rejects.toMatchObject(away);
    const upload = { method: 'POST', headers: { token: session.token ?? '', 'tus-resumable': '1.0.0' } };
    expect((await bytesOf(way, '/uploads', { ...upload, body: 'secret' })).status).toBe(504);
    expect([other.greeted, other.heard]).toEqual([3, []]);
    expect([way.host.state, way.host.presentedKey]).toEqual(['blocked', other.key]);
  });

  test('is skipped when the community is at another of its addresses', async () => {
    const { there, joined, way, session } = await guest();
    const other = await stranger();
    await joined.join({ address: other.address, key: there.key });
    expect(await way.call(session, 'people.me', {})).toMatchObject({ ID: there.owner.id });
    expect([way.host.state, other.heard]).toEqual(['here', []]);
  });

  test('becomes the community when the person confirms, only under the key they saw', async () => {
    const { there, joined, id, way, session } = await guest();
    await there.stop();
    const moved = await shared('Lypova 12, anew', there.port);
    await expect(way.call(nobody, 'community.get', {})).rejects.toMatchObject({ name: 'Unreachable' });
    expect(way.host.presentedKey).toBe(moved.key);
    await joined.trust(id, '0'.repeat(64));
    expect(way.host.key).toBe(there.key);
    await joined.trust(id, moved.key);
    expect(await way.call(nobody, 'community.get', {})).toMatchObject({ Name: 'Lypova 12, anew' });
    await expect(way.call(session, 'people.me', {})).rejects.toMatchObject({ code: 'auth_failed' });
    expect(joined.all).toMatchObject([{ id, key: moved.key }]);
  });

  test('is not accepted when it is another joined community', async () => {
    const { there, joined, id, way } = await guest();
    await there.stop();
    const other = await shared('Other', there.port);
    await joined.join({ address: other.address, key: other.key });
    await expect(way.call(nobody, 'community.get', {})).rejects.toMatchObject({ name: 'Unreachable' });
    await joined.trust(id, other.key);
    expect(way.host.key).toBe(there.key);
  });

  test('is forgotten once the community is back', async () => {
    const { there, way } = await guest();
    await there.stop();
    const other = await shared('Other', there.port);
    await expect(way.call(nobody, 'community.get', {})).rejects.toMatchObject({ name: 'Unreachable' });
    expect(way.host.state).toBe('blocked');
    await other.stop();
    await there.restart();
    expect(await way.call(nobody, 'community.get', {})).toMatchObject({ Name: 'Lypova 12' });
    expect([way.host.state, way.host.presentedKey]).toEqual(['here', null]);
  });
});
