import { expect, test } from 'vitest';
import { host, plain, requestFor, secure, send } from './raw-requests';

/** What Java's client sends with its first request over plain HTTP. */
const HTTP_2 = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAEAAEAAAAIAAAAB'];
const OFFER = requestFor('/health', ['localhost'], HTTP_2);

test('an offer to upgrade to HTTP/2 is ignored', async () => {
  const { own, shared } = await host();
  for (const connect of [() => plain(own), () => secure(shared)])
    expect(await send(connect(), OFFER)).toMatchObject({ status: 200, body: expect.stringContaining('ok') });
  expect((await send(plain(shared), OFFER)).status).toBe(307);
});

test('a request with such an offer may have a body', async () => {
  const { own } = await host();
  const body = JSON.stringify({ email: 'ann@example.org' });
  const headers = [...HTTP_2, 'Content-Type: application/json', `Content-Length: ${body.length}`];
  const request = requestFor('/login', ['localhost'], headers).replace('GET', 'POST') + body;
  const answer = await send(plain(own), request);
  expect(JSON.parse(answer.body)).toMatchObject({ fields: { password: 'is required' } });
});

test('such an offer is ignored where guests may use plain HTTP', async () => {
  const { shared } = await host({ sharePlain: true });
  expect((await send(plain(shared), OFFER)).status).toBe(200);
});
