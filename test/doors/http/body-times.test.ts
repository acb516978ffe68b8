import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openHttpDoor } from '../../../electron/doors/http';
import { recordingService, silent } from '../recording-service';

/** Milliseconds: the timeout for receiving bytes, and work that takes more than twice as long. */
const LIMIT = 250;
const WORK = 3 * LIMIT;

/** Opens a door whose calls take long after their body has arrived. */
async function slowDoor() {
  const { service, calls, answerWith } = recordingService();
  answerWith(() => wait(WORK, { ok: true }));
  const app = await openHttpDoor({
    service: {
      ...service,
      receive: () => Promise.resolve({ receive: take, release: () => Promise.resolve() }),
    },
    settings: { host: '127.0.0.1', hosts: [], origins: [] },
    logger: silent,
    bodyTimes: { body: LIMIT, silence: LIMIT },
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, calls };
}

async function take(bytes: Readable): Promise<string> {
  for await (const _chunk of bytes);
  return 'received';
}

test.each([
  ['a form', '/photos', () => ({ body: form() })],
  [
    'JSON',
    '/dialogs/1/messages',
    () => ({ body: '{"text":"Hi"}', headers: { 'content-type': 'application/json' } }),
  ],
])(
  '%s that is complete may be worked on for longer than its bytes are awaited',
  async (_what, path, init) => {
    const { url } = await slowDoor();
    const answer = await fetch(`${url}${path}`, { method: 'POST', ...init() });
    expect(answer.status).toBe(200);
  },
);

test.each([
  ['a form', '/photos', 'multipart/form-data; boundary=x', '--x\r\n'],
  ['JSON', '/dialogs/1/messages', 'application/json', '{'],
])('%s that stalls is cut off', async (_what, path, type, start) => {
  const { port, calls } = await slowDoor();
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const head = ['Host: 127.0.0.1', `Content-Type: ${type}`, 'Content-Length: 1000'].join('\r\n');
  socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\n\r\n${start}`);
  await once(socket.resume(), 'close');
  expect(calls).toEqual([]);
});

function form(): FormData {
  const data = new FormData();
  data.set('photo', new Blob(['bytes']), 'photo.jpg');
  return data;
}
