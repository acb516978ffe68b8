import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { ask, door, type GuardSettings } from './http-door';

describe('the host guard', () => {
  const knock = async (settings: GuardSettings, headers: Record<string, string>) => {
    const { app } = await door(settings);
    return ask(app, { url: '/health', headers });
  };

  it.each([
    [{}, 'localhost:8700'],
    [{}, 'LOCALHOST'],
    [{}, '127.0.0.1:1'],
    [{}, '[::1]:8700'],
    [{ host: '192.0.2.7' }, '192.0.2.7:8700'],
    [{ host: '::1' }, '[::1]'],
    [{ hosts: ['yard.example'] }, 'Yard.Example:443'],
    [{ host: '0.0.0.0' }, '198.51.100.1:8700'],
    [{ host: '::' }, '[2001:db8::1]:8700'],
    [{ host: '0.0.0.0' }, hostname()],
  ])('with %j allows Host %s', async (settings, host) => {
    expect((await knock(settings, { host })).status).toBe(200);
  });

  it.each([
    [{}, 'evil.example'],
    [{}, '192.0.2.7'],
    [{}, 'localhost.evil.example'],
    [{}, '[::1'],
    [{ host: '0.0.0.0' }, 'evil.example:8700'],
    [{ hosts: ['yard.example'] }, 'other.yard.example'],
  ])('with %j refuses Host %j', async (settings, host) => {
    const { status, json, headers } = await knock(settings, { host });
    expect(status).toBe(403);
    expect(json()).toMatchObject({ detail: 'access_denied' });
    expect(headers['x-frame-options']).toBe('DENY');
  });

  it.each([
    [{}, 'http://localhost:5173', 200],
    [{}, 'http://127.0.0.1:8700', 200],
    [{ hosts: ['yard.example'] }, 'https://yard.example', 200],
    [{ origins: ['https://pages.example'] }, 'https://pages.example', 200],
    [{}, 'https://pages.example', 403],
    [{ origins: ['https://pages.example'] }, 'http://pages.example', 403],
    [{}, 'null', 403],
    [{}, 'file://', 403],
    [{}, 'https://evil.example/localhost', 403],
  ])('with %j answers Origin %s with %i', async (settings, origin, status) => {
    expect((await knock(settings, { origin })).status).toBe(status);
  });

  it('allows reading by permitted origins only', async () => {
    const origins = ['https://pages.example'];
    const { app } = await door({ origins });
    const foreign = { origin: 'https://pages.example' };
    const preflight = await ask(app, { method: 'OPTIONS', url: '/dialogs', headers: foreign });
    expect(preflight.status).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': 'https://pages.example',
      'access-control-allow-headers': expect.stringContaining('idempotency-key'),
      vary: 'Origin',
    });
    expect((await ask(app, { url: '/me', headers: foreign })).headers['access-control-allow-origin']).toBe(
      foreign.origin,
    );
    // A page that downloads by ranges.
    expect(preflight.headers['access-control-allow-headers']).toMatch(/\brange, if-range\b/);
    expect(preflight.headers['access-control-expose-headers']).toMatch(/\bcontent-range, etag\b/);
    const own = await ask(app, { url: '/me', headers: { origin: 'http://localhost:5173' } });
    expect(own.headers).not.toHaveProperty('access-control-allow-origin');
  });
});
