import { expect, test } from 'vitest';
import { host, plain, requestFor, secure, send } from './raw-requests';

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
