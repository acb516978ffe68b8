import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ConnectionLimiter, type ConnectionLimiterOptions } from '../../electron/doors/connection-limiter';
import { openHttpDoor } from '../../electron/doors/http';
import { untilPasses } from '../support/waiting';
import { recordingService, silent } from './recording-service';

const LIMITS = { total: 30, headroom: 10, perAddress: 5, perToken: 8, perSignedAddress: 5 };
const MEMBER = 'token: y.member';

/** Opens a door that accepts few connections and delays answers to `GET /me` until they are released. */
async function openDoor(options: Partial<ConnectionLimiterOptions> = {}) {
  const isValid = (token: string) => Promise.resolve(token.startsWith('y.member'));
  const connections = new ConnectionLimiter({ isValid, limits: LIMITS, ...options });
  const { service, calls, answerWith } = recordingService();
  const letGo = Promise.withResolvers<object>();
  answerWith(() => letGo.promise);
  const settings = { host: '127.0.0.1', hosts: [], origins: [] };
  const app = await openHttpDoor({ service, settings, logger: silent, connections });
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    letGo.resolve({});
    app.server.closeAllConnections();
    await app.close();
  });
  const { port } = app.server.address() as AddressInfo;
  return { connections, calls, letGo: () => letGo.resolve({}), open: () => open(port) };
}

/** A client's connection. */
class Client {
  received = '';
  isClosed = false;
  readonly socket: Socket;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (data) => (this.received += String(data)));
    socket.on('error', () => undefined);
    socket.on('close', () => (this.isClosed = true));
  }

  ask(path: string, ...headers: string[]): this {
    this.socket.write(`GET ${path} HTTP/1.1\r\n${['host: localhost', ...headers].join('\r\n')}\r\n\r\n`);
    return this;
  }

  get statuses(): number[] {
    return [...this.received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
  }

  async answered(status: number): Promise<void> {
    await untilPasses(() => expect(this.statuses).toEqual([status]));
  }
}

async function open(port: number): Promise<Client> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return new Client(socket);
}

type Door = Awaited<ReturnType<typeof openDoor>>;

async function openMany(door: Door, count: number, begin: (client: Client) => unknown = () => undefined) {
  const clients: Client[] = [];
  for (let number = 0; number < count; number++) {
    const client = await door.open();
    begin(client);
    clients.push(client);
  }
  return clients;
}

const closedOnes = (clients: readonly Client[]) => clients.map(({ isClosed }) => isClosed);

describe('connections from one address without a valid token', () => {
  test('are limited before their first request', async () => {
    const door = await openDoor({ grace: 60_000 });
    await openMany(door, 25);
    await untilPasses(() => expect(door.connections.counts).toEqual({ all: 10, anonymous: 10 }));
  });

  test('are limited: idle ones are closed first, oldest first', async () => {
    const door = await openDoor({ grace: 20 });
    const clients = await openMany(door, 8);
    // Up to the limit again may be about to send their first request.
    expect(door.connections.counts.all).toBeLessThanOrEqual(10);
    await untilPasses(() =>
      expect(closedOnes(clients)).toEqual([true, true, true, ...Array<boolean>(5).fill(false)]),
    );
    expect(door.connections.counts).toEqual({ all: 5, anonymous: 5 });
    await clients.at(-1)?.ask('/health').answered(200);
  });

  test('in use stay open, and a further one is rejected with a reason', async () => {
    const door = await openDoor();
    const busy = await openMany(door, 5, (client) => client.ask('/me'));
    await untilPasses(() => expect(door.calls).toHaveLength(5));
    const refused = (await door.open()).ask('/me');
    await refused.answered(429);
    expect(refused.received).toMatch(/retry-after: 5/i);
    expect(refused.received).toContain('Too many connections from this address.');
    await untilPasses(() => expect(refused.isClosed).toBe(true));
    const wrong = (await door.open()).ask('/me', 'token: y.wrong');
    await wrong.answered(429);
    door.letGo();
    for (const client of busy) await client.answered(200);
  });

  test('with a valid token are not limited', async () => {
    const door = await openDoor();
    await openMany(door, 5, (client) => client.ask('/me'));
    await untilPasses(() => expect(door.calls).toHaveLength(5));
    const members = await openMany(door, 6, (client) => client.ask('/me', MEMBER));
    await untilPasses(() => expect(door.calls).toHaveLength(11));
    expect(door.connections.counts).toEqual({ all: 11, anonymous: 5 });
    door.letGo();
    for (const client of members) await client.answered(200);
    // These keep-alive connections are idle, but a flood of strangers closes none of them.
    await openMany(door, 12);
    expect(closedOnes(members)).toEqual(members.map(() => false));
  });

  test('through a trusted proxy are not limited', async () => {
    const door = await openDoor({ isProxy: (address) => address === '127.0.0.1' });
    const clients = await openMany(door, 12);
    await clients.at(-1)?.ask('/health').answered(200);
    expect(closedOnes(clients)).toEqual(clients.map(() => false));
  });
});

test('one token has a limited number of connections', async () => {
  const door = await openDoor();
  for (const client of await openMany(door, 8, (client) => client.ask('/health', MEMBER)))
    await client.answered(200);
  expect(door.connections.counts).toEqual({ all: 8, anonymous: 0 });
  for (let further = 0; further < 10; further++)
    await (await door.open()).ask('/health', MEMBER).answered(200);
  await untilPasses(() => expect(door.connections.counts).toEqual({ all: 13, anonymous: 5 }));
});

test('pipelined requests count their connection once for its token', async () => {
  const door = await openDoor();
  const first = await openMany(door, 8, (client) => client.ask('/health', MEMBER).ask('/health', MEMBER));
  for (const client of first) await untilPasses(() => expect(client.statuses).toEqual([200, 200]));
  for (const client of first) client.socket.destroy();
  await untilPasses(() => expect(door.connections.counts).toEqual({ all: 0, anonymous: 0 }));
  for (const client of await openMany(door, 8, (client) => client.ask('/health', MEMBER)))
    await client.answered(200);
  expect(door.connections.counts).toEqual({ all: 8, anonymous: 0 });
});

describe('near the total limit of connections', () => {
  const isProxy = () => true;

  test("idle ones without a token are closed first, oldest first, and never a member's", async () => {
    const door = await openDoor({ isProxy, grace: 20 });
    const members = await openMany(door, 4, (client) => client.ask('/health', MEMBER));
    for (const client of members) await client.answered(200);
    const strangers = await openMany(door, 20);
    await untilPasses(() => expect(door.connections.counts).toEqual({ all: 20, anonymous: 16 }));
    await untilPasses(() => expect(closedOnes(strangers)).toEqual(strangers.map((_, index) => index < 4)));
    expect(closedOnes(members)).toEqual(members.map(() => false));
  });

  test('members can connect even when all others are busy', async () => {
    const door = await openDoor({ isProxy });
    const strangers = await openMany(door, 30, (client) => client.ask('/me'));
    await untilPasses(() => expect(door.calls).toHaveLength(30));
    expect(door.connections.counts).toEqual({ all: 30, anonymous: 30 });
    const members: Client[] = [];
    for (const token of ['one', 'two', 'three']) {
      const client = (await door.open()).ask('/health', `token: y.member-${token}`);
      await client.answered(200);
      members.push(client);
    }
    expect(door.connections.counts).toEqual({ all: 30, anonymous: 27 });
    await untilPasses(() => expect(closedOnes(strangers).filter(Boolean)).toHaveLength(3));
    expect(closedOnes(members)).toEqual([false, false, false]);
  });

  test('a new one is refused when all belong to members', async () => {
    const door = await openDoor({ isProxy });
    for (let number = 0; number < 30; number++)
      await (await door.open()).ask('/health', `token: y.member-${number}`).answered(200);
    const late = await door.open();
    await untilPasses(() => expect(late.isClosed).toBe(true));
    expect(door.connections.counts).toEqual({ all: 30, anonymous: 0 });
  });
});
