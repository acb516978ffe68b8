import type { FastifyInstance } from 'fastify';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ask, door } from './http-door';

const JSON_TYPE = { 'content-type': 'application/json' };

describe('a body', () => {
  const send = (
    app: FastifyInstance,
    payload: string | Buffer | undefined,
    headers: Record<string, string> = JSON_TYPE,
  ) =>
    ask(app, {
      method: 'POST',
      url: '/dialogs/1/messages',
      headers,
      ...(payload !== undefined && { payload }),
    });

  it.each(['', '{}', ' {"text":"a"} '])('may be %j', async (payload) => {
    const { app, calls } = await door();
    expect((await send(app, payload)).status).toBe(200);
    expect(calls).toHaveLength(1);
  });

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    'application/json; charset=latin1',
  ])('may have the type %s', async (type) => {
    const { app, calls } = await door();
    await send(app, '{"text":"ї"}', { 'content-type': type });
    expect(calls[0]?.input).toEqual({ dialog_id: '1', text: 'ї' });
  });

  it.each([
    ['{', 'must be valid JSON'],
    ['{"a":NaN}', 'must be valid JSON'],
    ['hello', 'must be valid JSON'],
    ['[]', 'must be a JSON object'],
    ['null', 'must be a JSON object'],
    ['1', 'must be a JSON object'],
    ['"{}"', 'must be a JSON object'],
  ])('may not be %s: it %s', async (payload, why) => {
    const { app, calls } = await door();
    const { status, json } = await send(app, payload);
    expect(status).toBe(422);
    expect(json()).toMatchObject({ detail: 'validation_error', fields: { body: why } });
    expect(calls).toEqual([]);
  });

  it('must be UTF-8', async () => {
    const { app } = await door();
    const { status, json } = await send(app, Buffer.from('{"text":"\xff"}', 'latin1'));
    expect(status).toBe(422);
    expect(json()).toMatchObject({ fields: { body: 'must be UTF-8' } });
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'image/png',
    'nonsense',
    undefined,
  ])('of type %s is rejected', async (type) => {
    const { app, calls } = await door();
    const { status, json } = await send(
      app,
      '{"text":"a"}',
      type === undefined ? {} : { 'content-type': type },
    );
    expect(status).toBe(415);
    expect(json()).toMatchObject({ detail: 'invalid_type' });
    expect(calls).toEqual([]);
  });

  it.each([
    ['POST', '/dialogs/1/messages', 'application/json'],
    ['POST', '/files', 'multipart/form-data or application/json'],
    ['PATCH', '/uploads/a', 'application/offset+octet-stream'],
  ] as const)('of another type is told the right one: %s %s', async (method, url, type) => {
    const { app } = await door();
    const headers = { 'content-type': 'text/plain', 'tus-resumable': '1.0.0' };
    const { status, json } = await ask(app, { method, url, headers, payload: 'a' });
    expect(status).toBe(415);
    expect(json()).toMatchObject({ detail: 'invalid_type', message: expect.stringContaining(`as ${type}.`) });
  });

  it('may not be compressed', async () => {
    const { app } = await door();
    const { status, json } = await send(app, gzipSync('{"text":"a"}'), {
      ...JSON_TYPE,
      'content-encoding': 'gzip',
    });
    expect(status).toBe(422);
    expect(json()).toMatchObject({ fields: { body: 'must not be compressed' } });
  });

  it('that is empty may have any type', async () => {
    const { app } = await door();
    expect((await ask(app, { url: '/me', headers: { 'content-type': 'text/html' } })).status).toBe(200);
    const headers = { 'content-type': 'text/html', 'content-length': '0' };
    expect((await ask(app, { method: 'DELETE', url: '/logout', headers })).status).toBe(200);
  });

  it('is read with GET and DELETE too', async () => {
    const { app, calls } = await door();
    await ask(app, { method: 'GET', url: '/dialogs/1/messages', payload: { last_id: 5 } });
    await ask(app, { method: 'DELETE', url: '/admin/people/1/ban', payload: { reason: 'r' } });
    expect(calls.map(({ input }) => input)).toEqual([
      { dialog_id: '1', last_id: 5 },
      { user_id: '1', reason: 'r' },
    ]);
  });

  it('is limited to 1 MiB exactly', async () => {
    const { app, calls } = await door();
    const filled = (bytes: number) => `{"text":"${'a'.repeat(bytes - 11)}"}`;
    expect((await send(app, filled(1024 * 1024))).status).toBe(200);
    const { status, json } = await send(app, filled(1024 * 1024 + 1));
    expect(status).toBe(413);
    expect(json()).toMatchObject({ detail: 'too_large' });
    expect(calls).toHaveLength(1);
  });

  it('cannot pollute a prototype', async () => {
    const { app, calls } = await door();
    await ask(app, {
      method: 'POST',
      url: '/dialogs/1/messages?__proto__=q&_constructor=q',
      headers: JSON_TYPE,
      payload:
        '{"__proto__":{"admin":true},"a":{"__proto__":{"admin":true}},"constructor":{"prototype":{"admin":true}}}',
    });
    const input = calls[0]?.input as Record<string, unknown>;
    expect(Object.getPrototypeOf(input)).toBe(Object.prototype);
    expect(input['admin']).toBeUndefined();
    expect((input['a'] as Record<string, unknown>)['admin']).toBeUndefined();
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
  });
});

describe('an idempotency key', () => {
  const send = (app: FastifyInstance, key: string, method: 'POST' | 'GET' = 'POST') =>
    ask(app, { method, url: '/dialogs/1/messages', headers: { 'idempotency-key': key } });

  it('is passed on with writes, not reads', async () => {
    const { app, calls } = await door();
    await send(app, '~'.repeat(64));
    await send(app, 'short', 'GET');
    expect(calls.map(({ key }) => key)).toEqual(['~'.repeat(64), undefined]);
  });

  it.each(['short', 'x'.repeat(65), 'with space', 'caf\u00e9caf\u00e9', '', 'one23456, two23456'])(
    'may not be %j',
    async (key) => {
      const { app, calls } = await door();
      const { status, json } = await send(app, key);
      expect(status).toBe(422);
      expect(json()).toMatchObject({
        fields: { 'Idempotency-Key': 'must be 8 to 64 visible ASCII characters' },
      });
      expect(calls).toEqual([]);
    },
  );
});
