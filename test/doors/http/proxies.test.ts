import { describe, expect, test } from 'vitest';
import { createSessionReader } from '../../../electron/doors/session-reader';
import { ask, door } from './http-door';
import type { IncomingMessage } from 'node:http';

/** Returns the client address that a door determines from a peer address and its X-Forwarded-For header. */
function addressOf(trustProxy: string[], remoteAddress: string, forwarded?: string): string {
  const sessionOf = createSessionReader({ host: '', hosts: [], origins: [], trustProxy });
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return sessionOf({ headers, socket: { remoteAddress } } as unknown as IncomingMessage).address;
}

describe('the client address', () => {
  const proxies = ['127.0.0.1', '10.0.0.0/8', '2001:db8:1::/48'];

  test.each<[about: string, trusted: string[], peer: string, forwarded: string | undefined, address: string]>(
    [
      ['is the peer without proxies', [], '127.0.0.1', '198.51.100.7', '127.0.0.1'],
      ['is the peer where no proxy forwards', proxies, '198.51.100.7', undefined, '198.51.100.7'],
      ['is the peer where it is no trusted proxy', proxies, '198.51.100.7', '203.0.113.1', '198.51.100.7'],
      ['is what a trusted proxy forwards', proxies, '127.0.0.1', '203.0.113.1', '203.0.113.1'],
      [
        'is the right-most untrusted hop',
        proxies,
        '127.0.0.1',
        '6.6.6.6, 203.0.113.1, 10.1.2.3',
        '203.0.113.1',
      ],
      ['knows a proxy of IPv6', proxies, '2001:db8:1:2::3', '2001:db8:9::1', '2001:db8:9::1'],
      ['knows a proxy mapped into IPv6', proxies, '::ffff:127.0.0.1', '203.0.113.1', '203.0.113.1'],
      ['is plain where it is mapped into IPv6', proxies, '127.0.0.1', '::ffff:203.0.113.1', '203.0.113.1'],
      ['is the proxy where it forwards no address', proxies, '127.0.0.1', 'unknown', '127.0.0.1'],
      ['is the left-most one where all are trusted', proxies, '127.0.0.1', '10.0.0.1, 10.0.0.2', '10.0.0.1'],
    ],
  )('%s', (_about, trusted, peer, forwarded, address) => {
    expect(addressOf(trusted, peer, forwarded)).toBe(address);
  });

  test('behind a trusted proxy is used for calls over HTTP', async () => {
    const { app, calls } = await door({ trustProxy: ['10.0.0.0/8'] });
    const headers = { host: '127.0.0.1', 'x-forwarded-for': '203.0.113.1' };
    await ask(app, { url: '/community', headers, remoteAddress: '10.0.0.1' });
    await ask(app, { url: '/community', headers, remoteAddress: '198.51.100.7' });
    expect(calls.map(({ session }) => session.address)).toEqual(['203.0.113.1', '198.51.100.7']);
  });
});
