import type { FastifyInstance } from 'fastify';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { version } from '../../../electron/version';
import { AppError } from '../../../shared/errors';
import { ask, door } from './http-door';
import { SEQ } from '../recording-service';

describe('a call over HTTP', () => {
  it('merges path, query and body; the path wins, then the query', async () => {
    const { app, calls } = await door();
    await ask(app, {
      method: 'PATCH',
      url: '/dialogs/7/mute?value=1&dialog_id=8',
      payload: { dialog_id: 9, value: 'body', body: [1] },
    });
    expect(calls).toEqual([
      expect.objectContaining({
        name: 'dialogs.mute',
        input: { dialog_id: '7', value: '1', body: [1] },
      }),
    ]);
  });

  it('says at which number of the event log the answer was read, also to pages of another origin', async () => {
    const { app } = await door({ origins: ['https://elsewhere.example'] });
    const { headers } = await ask(app, { url: '/get_me', headers: { origin: 'https://elsewhere.example' } });
    expect(headers['seq']).toBe(String(SEQ));
    expect(headers['access-control-expose-headers']).toContain('seq');
  });

  it('answers plain JSON that is not cached', async () => {
    const { app, answerWith } = await door();
    answerWith(() => ({ Text: 'Привіт ☀️' }));
    const { status, headers, json } = await ask(app, '/get_me');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(json()).toEqual({ Text: 'Привіт ☀️' });
  });

  it('streams a file as it is created, under its name', async () => {
    const { app, answerWith } = await door();
    const bytes = Readable.from([Buffer.from('all '), Buffer.from('of it')]);
    answerWith(() => ({ Name: 'all.zip', Type: 'application/zip', Bytes: bytes }));
    const { status, headers, body } = await ask(app, '/settings/export');
    expect([status, body]).toEqual([200, 'all of it']);
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="all.zip"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  it('never completes a failed file, and stops when the client disconnects', async () => {
    const { app, answerWith } = await door();
    const address = await app.listen({ port: 0 });
    let stopped = Promise.withResolvers<void>();
    async function* endless(failsAt: number) {
      try {
        for (let n = 0; n !== failsAt; n++) yield await Promise.resolve(Buffer.alloc(65_536));
        throw new Error('the disk is gone');
      } finally {
        stopped.resolve();
      }
    }
    answerWith(() => ({ Name: 'all.zip', Type: 'application/zip', Bytes: endless(3) }));
    const broken = await fetch(`${address}/settings/export`);
    await expect(broken.arrayBuffer()).rejects.toThrow();
    await stopped.promise;
    stopped = Promise.withResolvers<void>();
    answerWith(() => ({ Name: 'all.zip', Type: 'application/zip', Bytes: endless(-1) }));
    const asking = new AbortController();
    const left = await fetch(`${address}/settings/export`, { signal: asking.signal });
    await left.body?.getReader().read();
    asking.abort();
    await stopped.promise;
  });

  it('reaches an operation at its alias addresses', async () => {
    const { app, calls } = await door();
    await ask(app, '/me');
    await ask(app, { method: 'POST', url: '/dialogs/find?page=2', payload: { sort: 1 } });
    expect(calls.map(({ name, input }) => ({ name, input }))).toEqual([
      { name: 'people.me', input: {} },
      { name: 'dialogs.find', input: { page: '2', sort: 1 } },
    ]);
  });

  it('distinguishes fixed path segments from parameters', async () => {
    const { app, calls } = await door();
    const urls = ['/dialogs/messages/5', '/dialogs/5/messages', '/dialogs/messages/find/5'];
    for (const url of urls) await ask(app, url);
    expect(calls.map(({ name }) => name)).toEqual([
      'dialogs.message',
      'dialogs.messages',
      'dialogs.searchMessages',
    ]);
  });

  it('accepts a mask of maximum length with slashes and emoji', async () => {
    const { app, calls } = await door();
    const mask = '/🧿'.repeat(100);
    await ask(app, `/dialogs/messages/find/${encodeURIComponent(mask)}`);
    expect(calls[0]?.input).toEqual({ mask });
  });

  it.each([
    [{ token: 'y.a' }, 'y.a'],
    [{ authorization: 'Bearer y.b' }, 'y.b'],
    [{ authorization: 'bearer  y.b' }, 'y.b'],
    [{ token: 'y.a', authorization: 'Bearer y.b' }, 'y.a'],
    [{ authorization: 'Basic y.b' }, null],
    [{ cookie: 'token=y.c' }, null],
    [{}, null],
  ])('finds in %j the token %j', async (headers, token) => {
    const { app, calls } = await door();
    await ask(app, { url: '/me?_token=y.q', headers: { ...headers, 'user-agent': 'bot/1' } });
    expect(calls[0]?.session).toEqual({
      token,
      address: '127.0.0.1',
      userAgent: 'bot/1',
      origin: 'http://localhost:80',
    });
  });

  it('uses one form for an IPv4 peer', async () => {
    const { app, calls } = await door();
    await ask(app, { url: '/me', remoteAddress: '::ffff:192.0.2.1' });
    expect(calls[0]?.session.address).toBe('192.0.2.1');
  });

  it('reads a list from a repeated query key', async () => {
    const { app, calls } = await door();
    await ask(app, '/files?kind=1&kind=2');
    expect(calls[0]?.input).toEqual({ kind: ['1', '2'] });
  });
});

describe('an unknown address', () => {
  it.each([
    ['GET', '/nothing'],
    ['GET', '/'],
    ['POST', '/me'],
    ['PUT', '/dialogs'],
    ['OPTIONS', '/dialogs'],
    ['GET', '/ws'],
    ['GET', '/me/'],
    ['POST', '/nothing'],
  ] as const)('is not found: %s %s', async (method, url) => {
    const { app } = await door();
    const { status, headers, json } = await ask(app, {
      method,
      url,
      ...(method === 'POST' && { payload: { a: 1 } }),
    });
    expect(status).toBe(404);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(json()).toEqual({
      detail: 'not_found',
      message: 'Not found. It may have been deleted, or you do not have access.',
    });
  });

  it.each([
    '/user/%',
    '/user/%zz',
    '/user/%ff',
    '/user/%ED%A0%80',
    '/me?a=%',
    '/me?a=%c0%80',
    `/user/${'a'.repeat(9000)}`,
  ])('that cannot be decoded is invalid: %.30s', async (url) => {
    const { app, calls } = await door();
    const { status, json, headers } = await ask(app, url);
    expect(status).toBe(422);
    expect(json()).toMatchObject({ detail: 'validation_error' });
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(calls).toEqual([]);
  });
});

describe('a failure', () => {
  it('keeps its code, message and fields, and says how long to wait', async () => {
    const { app, answerWith } = await door();
    answerWith(() => {
      throw new AppError('rate_limit_exceeded', 'Wait.', { retryAfter: 7 });
    });
    const { status, headers, json } = await ask(app, '/me');
    expect(status).toBe(429);
    expect(headers['retry-after']).toBe('7');
    expect(json()).toMatchObject({ detail: 'rate_limit_exceeded', message: 'Wait.' });
  });

  it('inside the host shows only an id', async () => {
    const { app, answerWith } = await door();
    answerWith(() => {
      throw new TypeError('the secret inside');
    });
    const { status, body, json } = await ask(app, '/me');
    expect(status).toBe(500);
    expect(body).not.toContain('secret');
    expect(json()).toEqual({
      detail: 'server_error',
      message: expect.any(String),
      id: expect.stringMatching(/^[\w-]{36}$/),
    });
  });
});

describe('every answer', () => {
  it.each(['/me', '/health', '/openapi.json', '/nothing', '/user/%zz'])(
    'has the security headers and no cookie: %s',
    async (url) => {
      const { app } = await door();
      const { headers } = await ask(app, url);
      expect(headers).toMatchObject({
        'content-security-policy': expect.stringMatching(
          /default-src 'self'.*connect-src 'self'.*frame-ancestors 'none'.*base-uri 'none'.*form-action 'none'/,
        ),
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
      });
      expect(headers).not.toHaveProperty('set-cookie');
      expect(headers).not.toHaveProperty('x-powered-by');
    },
  );

  it('to HEAD equals GET without its body', async () => {
    const { app, answerWith } = await door();
    answerWith(() => ({ a: 1 }));
    const { status, headers, body } = await ask(app, { method: 'HEAD', url: '/me' });
    expect({ status, length: headers['content-length'], body }).toEqual({
      status: 200,
      length: '7',
      body: '',
    });
  });
});

describe('/health', () => {
  it('says that the host is up, and its version', async () => {
    const { app, calls } = await door();
    expect((await ask(app, '/health')).json()).toEqual({ ok: true, version });
    expect(calls).toEqual([]);
  });
});

describe('the pages', () => {
  it('are cached when their name contains a hash, otherwise revalidated', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'courtyard-pages-'));
    try {
      mkdirSync(join(folder, 'assets'));
      writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Courtyard</title>');
      writeFileSync(join(folder, 'assets', 'index-Ab12.js'), 'void 0');
      writeFileSync(join(folder, '..', 'courtyard-outside.txt'), 'secret');
      const { app, calls } = await door({}, folder);
      for (const url of ['/', '/index.html']) {
        const { status, headers, body } = await ask(app, url);
        expect(status).toBe(200);
        expect(body).toContain('<title>Courtyard');
        expect(headers).toMatchObject({
          'content-type': expect.stringContaining('text/html'),
          'cache-control': 'no-cache',
          'x-frame-options': 'DENY',
        });
      }
      const asset = await ask(app, '/assets/index-Ab12.js');
      expect(asset.headers).toMatchObject({
        'content-type': expect.stringContaining('javascript'),
        'cache-control': 'public, max-age=31536000, immutable',
      });
      expect((await ask(app, '/assets/none.js')).status).toBe(404);
      for (const url of [
        '/../courtyard-outside.txt',
        '/%2e%2e%2fcourtyard-outside.txt',
        '/assets/..%5c..%5ccourtyard-outside.txt',
      ])
        expect((await ask(app, url)).body).not.toContain('secret');
      expect(calls).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
      rmSync(join(folder, '..', 'courtyard-outside.txt'), { force: true });
    }
  });
});

describe('on the network', () => {
  async function listen(app: FastifyInstance): Promise<number> {
    await app.listen({ port: 0, host: '127.0.0.1' });
    return (app.server.address() as AddressInfo).port;
  }

  it('answers non-HTTP bytes in its own error format', async () => {
    const { app } = await door();
    const socket = connect(await listen(app), '127.0.0.1');
    socket.write('hello there\r\n\r\n');
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toContain('x-content-type-options: nosniff');
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({
      detail: 'validation_error',
    });
  });

  it('answers oversized headers', async () => {
    const { app } = await door();
    const socket = connect(await listen(app), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`GET /me HTTP/1.1\r\nHost: localhost\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 431 /);
  });

  it.each([
    ['a body that is too large', 413, 'application/json'],
    ['a body of a wrong type', 415, 'video/mp4'],
  ])('reports %s to the client', async (_what, status, type) => {
    const { app } = await door();
    const url = `http://127.0.0.1:${await listen(app)}/dialogs/1/messages`;
    const body = Buffer.alloc(8 * 1024 * 1024, 'a');
    const answer = await fetch(url, { method: 'POST', body, headers: { 'content-type': type } });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ detail: status === 413 ? 'too_large' : 'invalid_type' });
  });
});
