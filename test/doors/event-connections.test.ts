import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { openHttpDoor } from '../../electron/doors/http';
import { openSocketDoor } from '../../electron/doors/socket';
import { EventClient, type EventClientState } from '../../shared/client/event-client';
import { httpTransport } from '../../shared/client/http';
import { SOCKET } from '../../shared/limits';
import { testService } from '../support/service';
import { untilPasses } from '../support/waiting';
import { silent } from './recording-service';

async function openDoors() {
  const world = await testService();
  const door = { settings: { host: '127.0.0.1', hosts: [], origins: [] }, logger: silent };
  const app = await openHttpDoor({ ...door, service: world.service });
  const sockets = openSocketDoor({ ...door, service: world.service, server: app.server });
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    sockets.close();
    sockets.terminate();
    await app.close();
  });
  return { world, address: `127.0.0.1:${(app.server.address() as AddressInfo).port}` };
}

/** Opens a socket; returns it, or the error with which it was refused. */
function connect(address: string, token: string | null, resume = '') {
  const socket = new WebSocket(`ws://${address}/ws?token=${token}${resume}`);
  onTestFinished(() => socket.terminate());
  socket.on('error', () => undefined);
  return new Promise<{ socket: WebSocket; status: number; retryAfter: string | undefined; body: string }>(
    (resolve) => {
      socket.once('open', () => resolve({ socket, status: 101, retryAfter: undefined, body: '' }));
      socket.once('unexpected-response', (_request, response) => {
        const { statusCode = 0, headers } = response;
        void text(response).then((body) =>
          resolve({ socket, status: statusCode, retryAfter: headers['retry-after'], body }),
        );
      });
    },
  );
}

test('limits event connections per token, and a rejected client connects once one is closed', async () => {
  const { world, address } = await openDoors();
  const [ann, bob] = await world.people('Ann', 'Bob');
  const { token } = ann.session;
  const opened = await Promise.all(
    Array.from({ length: SOCKET.perToken + 5 }, () => connect(address, token)),
  );
  expect(opened.filter(({ status }) => status === 101)).toHaveLength(SOCKET.perToken);
  const refused = opened.filter(({ status }) => status !== 101);
  expect(refused.map(({ status, retryAfter }) => [status, retryAfter])).toEqual(
    refused.map(() => [429, '30']),
  );
  expect(JSON.parse(refused[0]?.body ?? '')).toMatchObject({
    detail: 'rate_limit_exceeded',
    message: expect.stringContaining('10 event connections'),
  });
  expect((await connect(address, bob.session.token)).status).toBe(101);

  const states: EventClientState[] = [];
  const transport = httpTransport({ url: `http://${address}`, WebSocket: WebSocket as never });
  const events = new EventClient(transport, {
    onState: (state) => states.push(state),
    onFrame: () => undefined,
    onRevoked: () => states.push('closed'),
  });
  onTestFinished(() => events.setOwner(null));
  events.setOwner({ token: token ?? '', id: ann.id });
  await untilPasses(() => expect(states).toContain('reconnecting'));
  expect(states).not.toContain('connected');
  opened.find(({ status }) => status === 101)?.socket.close();
  await untilPasses(() => expect(states.at(-1)).toBe('connected'));
});

test('a client whose session ended while it was disconnected learns so when it connects again', async () => {
  const { world, address } = await openDoors();
  const [ann] = await world.people('Ann');
  const states: (EventClientState | 'revoked')[] = [];
  // Like those of browsers, this one doesn't say with which status it was refused.
  const transport = httpTransport({ url: `http://${address}` });
  const events = new EventClient(transport, {
    onState: (state) => states.push(state),
    onFrame: () => undefined,
    onRevoked: () => states.push('revoked'),
  });
  onTestFinished(() => events.setOwner(null));
  const { token } = ann.session;
  await ann.call('account.logout', {});
  events.setOwner({ token: token ?? '', id: ann.id });
  await untilPasses(() => expect(states).toEqual(['connecting', 'revoked']));
});

test('a page connects without its token in the address, which a proxy may write to its log', async () => {
  const { world, address } = await openDoors();
  const [ann] = await world.people('Ann');
  const { token } = ann.session;
  const urls: string[] = [];
  class WatchedSocket extends WebSocket {
    constructor(url: string | URL, protocols: string | string[]) {
      super(url, protocols);
      urls.push(String(url));
    }
  }
  const transport = httpTransport({
    url: `http://${address}`,
    isSameVersion: true,
    WebSocket: WatchedSocket as never,
  });
  const hello = await new Promise((onFrame) => {
    const socket = transport.connect(token ?? '', null, { onFrame, onClose: onFrame });
    onTestFinished(() => socket.close());
  });
  expect(hello).toMatchObject({ Type: 'hello' });
  expect(urls).toEqual([expect.not.stringContaining(token ?? '')]);
});

test('a client closes a connection over which something else answers in the place of the host', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => void server.close());
  server.on('connection', (socket) => socket.send('<html>Sign in to this network</html>'));
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const frames: unknown[] = [];
  const closed = new Promise<number>((onClose) => {
    const listener = { onFrame: (frame: unknown) => frames.push(frame), onClose };
    const transport = httpTransport({ url: `http://127.0.0.1:${port}` });
    const socket = transport.connect('y.token', null, listener);
    onTestFinished(() => socket.close());
  });
  await closed;
  expect(frames).toEqual([]);
});
