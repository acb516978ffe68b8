import { mkdtempSync, rmSync } from 'node:fs';
import { connect as connectPlain, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect as connectSecure } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { openHttpDoor } from '../../../electron/doors/http';
import { lanDoors } from '../../../electron/doors/lan';
import { openSocketDoor } from '../../../electron/doors/socket';
import { openService } from '../../../electron/service';
import { TestMachine } from '../../support/machine';
import { TEST_SETTINGS, TestClock, testServiceOver } from '../../support/service';
import { silent } from '../recording-service';

/** Starts a host; returns its local port and the port it is shared on. */
async function host(settings: { sharePlain?: boolean } = {}) {
  const data = mkdtempSync(join(tmpdir(), 'courtyard-host-header-'));
  const machine = new TestMachine();
  const service = await openService({ data, settings: { ...TEST_SETTINGS, ...settings }, machine });
  const door = { service, settings: { host: '127.0.0.1', hosts: [], origins: [] }, logger: silent };
  await service.sharing.begin(lanDoors(door));
  const owner = await testServiceOver(service, new TestClock()).person('Ann');
  const { Port } = await owner.call('admin.share', { on: true, port: 0 });
  const http = await openHttpDoor(door);
  const sockets = openSocketDoor({ ...door, server: http.server });
  await http.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    sockets.close();
    await Promise.all([http.close(), service.close()]);
    rmSync(data, { recursive: true, force: true });
  });
  return { own: (http.server.address() as AddressInfo).port, shared: Port };
}

/** Sends a raw request; returns the status and body of the answer. */
async function send(socket: Socket, request: string): Promise<{ status: number; body: string }> {
  socket.end(request);
  const answer = await text(socket);
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]),
    body: answer.slice(answer.indexOf('\r\n\r\n') + 4),
  };
}

const plain = (port: number) => connectPlain({ port, host: '127.0.0.1' });
const secure = (port: number) => connectSecure({ port, host: '127.0.0.1', rejectUnauthorized: false });

/** Returns a raw request with these `Host` headers. */
function requestFor(path: string, hosts: readonly string[], more = ['Connection: close']): string {
  const lines = [...hosts.map((name) => `Host: ${name}`), ...more];
  return `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

const UPGRADE = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];
const TWICE = [
  ['localhost', 'evil.example'],
  ['evil.example', 'localhost'],
  ['localhost', 'localhost'],
];

test('two Host headers are rejected with 400 everywhere: requests, sockets and redirects', async () => {
  const { own, shared } = await host();
  for (const hosts of TWICE) {
    for (const connect of [() => plain(own), () => secure(shared)]) {
      const { status, body } = await send(connect(), requestFor('/health', hosts));
      expect(status).toBe(400);
      expect(JSON.parse(body)).toMatchObject({
        detail: 'validation_error',
        fields: { Host: expect.any(String) },
      });
      expect((await send(connect(), requestFor('/ws?token=y', hosts, UPGRADE))).status).toBe(400);
    }
    expect((await send(plain(shared), requestFor('/', hosts))).status).toBe(400);
  }
});

test('the shared door rejects two Host headers without TLS too', async () => {
  const { shared } = await host({ sharePlain: true });
  expect((await send(plain(shared), requestFor('/health', ['localhost', 'localhost']))).status).toBe(400);
  expect((await send(plain(shared), requestFor('/health', ['localhost']))).status).toBe(200);
});

test('one Host header is accepted everywhere', async () => {
  const { own, shared } = await host();
  for (const connect of [() => plain(own), () => secure(shared)]) {
    expect((await send(connect(), requestFor('/health', ['localhost']))).status).toBe(200);
    expect((await send(connect(), requestFor('/ws?token=y', ['localhost'], UPGRADE))).status).toBe(401);
  }
  expect((await send(plain(shared), requestFor('/', ['localhost']))).status).toBe(307);
});
