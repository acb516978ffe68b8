import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket, type ClientOptions } from 'ws';
import { openSocketDoor, type SocketDoor } from '../../electron/doors/socket';
import type { ConnectionOptions, Session } from '../../electron/service';
import { AppError } from '../../shared/errors';
import { silent } from './recording-service';

/** An event connection opened by a door, and its state. */
interface TestLine {
  session: Session;
  options: ConnectionOptions;
  commands: unknown[];
  touched: number;
  onTouch: () => void;
  closed: Promise<void>;
}

let server: Server;
let sockets: SocketDoor;
let lines: TestLine[];
let clients: WebSocket[];

beforeEach(async () => {
  lines = [];
  clients = [];
  server = createServer();
  sockets = openSocketDoor({
    server,
    service: { connect: listen },
    settings: { host: '127.0.0.1', hosts: [], origins: [] },
    logger: silent,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  vi.useRealTimers();
  for (const client of clients) client.terminate();
  sockets.close();
  sockets.terminate();
  await new Promise((resolve) => server.close(resolve));
});

/** Like the service: a known token gets a connection, whose first frame is sent before the socket is open. */
async function listen(session: Session, options: ConnectionOptions) {
  if (session.token !== 'y.good') throw new AppError('auth_failed');
  let close = () => {};
  const closed = new Promise<void>((resolve) => (close = resolve));
  const line: TestLine = { session, options, commands: [], touched: 0, onTouch: () => undefined, closed };
  lines.push(line);
  options.send('{"Type":"hello"}');
  return Promise.resolve({
    command: (command: unknown) => line.commands.push(command),
    touch: () => {
      line.touched += 1;
      line.onTouch();
    },
    close,
  });
}

function port(): number {
  return (server.address() as AddressInfo).port;
}

function client(query = '?token=y.good', options: ClientOptions = {}): WebSocket {
  return clientWith([], query, options);
}

/** A client that offers protocols, as a browser does. */
function clientWith(protocols: string[], query = '', options: ClientOptions = {}): WebSocket {
  const socket = new WebSocket(`ws://127.0.0.1:${port()}/ws${query}`, protocols, options);
  socket.on('error', () => undefined);
  clients.push(socket);
  return socket;
}

function opened(socket: WebSocket): Promise<void> {
  return new Promise((resolve) => socket.once('open', () => resolve()));
}

function frames(socket: WebSocket, count: number): Promise<string[]> {
  const heard: string[] = [];
  return new Promise((resolve) =>
    socket.on('message', (data) => {
      heard.push(String(data));
      if (heard.length === count) resolve(heard);
    }),
  );
}

function ended(socket: WebSocket): Promise<{ code: number; reason: string }> {
  return new Promise((resolve) =>
    socket.once('close', (code, reason) => resolve({ code, reason: String(reason) })),
  );
}

function refused(socket: WebSocket): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve) =>
    socket.once('unexpected-response', (_request, response) => {
      void text(response).then((body) =>
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(body) as unknown }),
      );
    }),
  );
}

describe('a socket', () => {
  it('receives frames in order from the first', async () => {
    const socket = client();
    const heard = frames(socket, 3);
    await opened(socket);
    lines[0]?.options.send('{"Type":"a","Text":"ї"}');
    lines[0]?.options.send('{"Type":"b"}');
    expect(await heard).toEqual(['{"Type":"hello"}', '{"Type":"a","Text":"ї"}', '{"Type":"b"}']);
  });

  it('receives compatible frames unless its query asks for v=2', async () => {
    for (const query of ['', '&v=1', '&v=2']) await opened(client(`?token=y.good${query}`));
    expect(lines.map(({ options }) => options.isCompatible)).toEqual([true, true, false]);
  });

  it('takes the token of a browser from the protocol after courtyard, and chooses courtyard alone', async () => {
    const socket = clientWith(['courtyard', 'y.good']);
    await opened(socket);
    expect(socket.protocol).toBe('courtyard');
    expect(lines.map(({ session }) => session.token)).toEqual(['y.good']);
    for (const protocols of [['courtyard', 'y.bad'], ['courtyard'], ['another', 'y.good'], ['y.good']])
      expect(await refused(clientWith(protocols))).toMatchObject({ status: 401 });
  });

  it.each(['', '0', '3', 'x'])('is refused where its query asks for v=%s', async (form) => {
    expect(await refused(client(`?token=y.good&v=${form}`))).toMatchObject({
      status: 422,
      body: { detail: 'validation_error', fields: { v: 'must be 1 or 2' } },
    });
  });

  it('resumes from the cursor in its query', async () => {
    await opened(client('?token=y.good&since=12&log=ab'));
    expect(lines[0]?.options).toMatchObject({ since: 12, log: 'ab' });
    await opened(client());
    expect(lines[1]?.options).not.toHaveProperty('since');
  });

  it('may send its token in a header', async () => {
    await opened(client('', { headers: { authorization: 'Bearer y.good', 'user-agent': 'bot/1' } }));
    expect(lines[0]?.session).toMatchObject({ token: 'y.good', address: '127.0.0.1', userAgent: 'bot/1' });
  });

  it('passes commands on and answers malformed JSON', async () => {
    const socket = client();
    const heard = frames(socket, 3);
    await opened(socket);
    socket.send('{"command":"subscribe","thing_id":1}');
    socket.send('{"command"');
    socket.send(Buffer.from('{}'));
    const wrong = '{"Type":"error","detail":"validation_error"}';
    expect(await heard).toEqual(['{"Type":"hello"}', wrong, wrong]);
    expect(lines[0]?.commands).toEqual([{ command: 'subscribe', thing_id: 1 }]);
  });

  it('is closed for many frames that are no commands', async () => {
    const socket = client();
    const end = ended(socket);
    await opened(socket);
    for (let sent = 0; sent < 2_000; sent++) socket.send('{"command"');
    expect(await end).toMatchObject({ code: 1008 });
    expect(lines[0]?.commands).toEqual([]);
  });

  it('notifies its event connection when the client disconnects', async () => {
    const socket = client();
    await opened(socket);
    socket.terminate();
    await lines[0]?.closed;
  });

  it('is closed with the code of the service', async () => {
    const socket = client();
    const end = ended(socket);
    await opened(socket);
    lines[0]?.options.close(4401, 'signed out');
    expect(await end).toEqual({ code: 4401, reason: 'signed out' });
    await lines[0]?.closed;
  });

  it('is closed for a command over 64 KiB', async () => {
    const socket = client();
    const end = ended(socket);
    await opened(socket);
    socket.send(`"${'a'.repeat(64 * 1024)}"`);
    expect(await end).toMatchObject({ code: 1009 });
    expect(lines[0]?.commands).toEqual([]);
  });

  it('with a slow reader is closed with 1013 instead of buffering', async () => {
    // Stops the timeout after which a client that doesn't close its socket is disconnected.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const socket = client();
    const end = ended(socket);
    await opened(socket);
    socket.pause();
    const megabyte = `"${'a'.repeat(1024 * 1024)}"`;
    // The kernel buffers some megabytes before the server does.
    for (let sent = 0; sent < 64; sent++) lines[0]?.options.send(megabyte);
    socket.resume();
    expect(await end).toMatchObject({ code: 1013 });
  });

  it('is closed with 1001 when the host stops', async () => {
    const socket = client();
    const end = ended(socket);
    await opened(socket);
    sockets.close();
    expect(await end).toMatchObject({ code: 1001 });
    expect(await refused(client())).toMatchObject({ status: 503, body: { detail: 'unavailable' } });
  });
});

describe('the heartbeat of a socket', () => {
  beforeEach(async () => {
    sockets.close();
    server.removeAllListeners('upgrade');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    sockets = openSocketDoor({
      server,
      service: { connect: listen },
      settings: { host: '127.0.0.1', hosts: [], origins: [] },
      logger: silent,
    });
  });

  it('is a ping every 30 seconds, and an answer keeps the socket open', async () => {
    const socket = client();
    await opened(socket);
    for (let beat = 1; beat <= 4; beat++) {
      const [line] = lines;
      if (!line) throw new Error('it has a line');
      const answered = new Promise<void>((resolve) => (line.onTouch = resolve));
      const ping = new Promise((resolve) => socket.once('ping', resolve));
      vi.advanceTimersByTime(30_000);
      await Promise.all([ping, answered]);
      expect(line.touched).toBe(beat);
    }
    expect(socket.readyState).toBe(WebSocket.OPEN);
  });

  it('ends after 75 seconds of silence', async () => {
    const socket = client('?token=y.good', { autoPong: false });
    const end = ended(socket);
    await opened(socket);
    vi.advanceTimersByTime(60_000);
    expect(socket.readyState).toBe(WebSocket.OPEN);
    vi.advanceTimersByTime(15_000);
    expect(await end).toMatchObject({ code: 1006 });
    await lines[0]?.closed;
  });
});

describe('a socket is refused before it opens', () => {
  it.each([
    ['a bad token', '?token=y.bad', {}, 401, 'auth_failed'],
    ['no token', '', {}, 401, 'auth_failed'],
    ['a since that is no number', '?token=y.good&since=-1', {}, 422, 'validation_error'],
    ['a strange host', '?token=y.good', { headers: { host: 'evil.example' } }, 403, 'access_denied'],
    ['a strange origin', '?token=y.good', { origin: 'https://evil.example' }, 403, 'access_denied'],
  ])('for %s', async (_what, query, options, status, detail) => {
    expect(await refused(client(query, options))).toMatchObject({ status, body: { detail } });
    expect(lines).toEqual([]);
  });

  it('at another address', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${port()}/wss?token=y.good`);
    expect(await refused(socket)).toMatchObject({ status: 404, body: { detail: 'not_found' } });
  });

  it('with an invalid handshake, and its event connection is closed', async () => {
    const stream = connect(port(), '127.0.0.1');
    stream.write(
      'GET /ws?token=y.good HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
    expect(await text(stream)).toMatch(/^HTTP\/1\.1 400 /);
    await lines[0]?.closed;
  });
});
