import { createServer as createSecureServer } from 'node:https';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { toDnsRecords } from '../../electron/discovery/announcement';
import { probe } from '../../electron/discovery/probe';
import { createLocalNetworkCheck } from '../../electron/discovery/network-addresses';
import { sweepHosts, neighbourHosts } from '../../electron/discovery/address-sweep';
import { issueCertificate } from '../../electron/identity/certificate';
import { LoneMachine, TestMachine } from '../support/machine';
import { keptPort } from '../support/ports';
import { ear, finder, foundBy, madeKeys, neighbour, quietPort, soon, type TestKeys } from './neighbours';

const PATIENCE = 60_000;

/** A server of a test, on the loopback. */
async function listening(server: Server, host = '127.0.0.1', port = 0): Promise<number> {
  const inside = new Set<Socket>();
  server.on('connection', (socket: Socket) => inside.add(socket));
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  onTestFinished(async () => {
    for (const socket of inside) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

/** A host that shows a certificate of these keys, and answers what it likes; counts what it was asked. */
async function impostor(keys: TestKeys, body: string, wanted = 0) {
  const asked: string[] = [];
  const certificate = await issueCertificate(keys, ['127.0.0.1'], Math.floor(Date.now() / 1000));
  const server = createSecureServer(certificate, (request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('content-type', 'application/json');
    response.end(body);
  });
  return { port: await listening(server, '127.0.0.1', wanted), asked, key: keys.fingerprint };
}

describe('discovery', () => {
  test('finds an announced community by its key, under its own name', async () => {
    const udp = await quietPort();
    const { key, port } = await neighbour('Our street', udp);
    const { found, hasNetwork } = await foundBy(finder(udp), (all) => all.some(({ isReached }) => isReached));
    expect(found).toEqual([{ name: 'Our street', key, addresses: [`127.0.0.1:${port}`], isReached: true }]);
    expect(hasNetwork).toBe(true);
  });

  test('finds one at nearby addresses without announcements', async () => {
    const { key, port } = await neighbour('Our street', null);
    // The host answers under its own address only, which is the last.
    const hosts = Array.from({ length: 40 }, (_, index) => `127.0.0.${40 - index}`);
    const search = finder(await quietPort(), { hosts: () => hosts, ports: [port] });
    const looking = foundBy(search, (all) =>
      all.some(({ addresses }) => addresses.includes(`127.0.0.1:${port}`)),
    );
    expect(search.poll()).toMatchObject({ isSearching: true, found: [] });
    const { found } = await looking;
    expect(found).toMatchObject([{ name: 'Our street', key, isReached: true }]);
  });

  test('shows one that is announced but does not answer correctly', async () => {
    const udp = await quietPort();
    const { say, asked } = ear(udp);
    const port = await keptPort();
    const search = finder(udp);
    search.start();
    await asked();
    const key = 'cd'.repeat(32);
    const records = toDnsRecords({ name: 'Old\nhouse', key, port, addresses: ['127.0.0.1'] });
    await say({ type: 'response', answers: records });
    const { found } = await soon(
      () => search.poll(),
      ({ found: all }) => all.length > 0,
    );
    expect(found).toEqual([{ name: 'Old house', key, addresses: [`127.0.0.1:${port}`], isReached: false }]);
  });

  test('probes again when a community is announced again', async () => {
    const udp = await quietPort();
    const { say, asked } = ear(udp);
    const port = await keptPort();
    const keys = madeKeys();
    const records = toDnsRecords({ name: 'Dozing', key: keys.fingerprint, port, addresses: ['127.0.0.1'] });
    const search = finder(udp);
    search.start();
    await asked();
    await say({ type: 'response', answers: records });
    await soon(
      () => search.poll().found,
      ([first]) => first?.isReached === false,
    );
    await impostor(keys, JSON.stringify({ Name: 'Awake', Key: keys.fingerprint }), port);
    await say({ type: 'response', answers: records });
    const [found] = await soon(
      () => search.poll().found,
      ([first]) => first?.isReached === true,
    );
    expect(found).toMatchObject({ name: 'Awake', addresses: [`127.0.0.1:${port}`] });
  });

  test("ignores announcements with another community's key, and asks that host nothing", async () => {
    const udp = await quietPort();
    const { say, asked } = ear(udp);
    const liar = await impostor(madeKeys(), '{}');
    const real = await neighbour('Our street', udp);
    const search = finder(udp);
    search.start();
    await asked();
    const lie = { name: 'Our street', key: real.key, port: liar.port, addresses: ['127.0.0.1'] };
    await say({ type: 'response', answers: toDnsRecords(lie) });
    await soon(
      () => search.poll().found,
      (found) => found[0]?.addresses.includes(`127.0.0.1:${real.port}`) === true,
    );
    const [only, ...others] = await soon(
      () => search.poll().found,
      ([first]) => first?.addresses.length === 1,
    );
    expect(only?.addresses).toEqual([`127.0.0.1:${real.port}`]);
    expect(others).toEqual([]);
    expect(liar.asked).toEqual([]);
  });

  test('a thousand false announcements hide no real one', async () => {
    const udp = await quietPort();
    const { say, asked } = ear(udp);
    const search = finder(udp);
    search.start();
    await asked();
    for (let index = 0; index < 1_000; index++) {
      const key = index.toString(16).padStart(64, '0');
      const lie = { name: `No ${index}`, key, port: 9, addresses: ['127.0.0.1'] };
      await say({ type: 'response', answers: toDnsRecords(lie) });
      // It continues while a window shows the results.
      search.poll();
    }
    const { key } = await neighbour('Our street', udp);
    const { found } = await soon(
      () => search.poll(),
      ({ found: all }) => all.some(({ isReached }) => isReached),
    );
    expect(found[0]).toMatchObject({ name: 'Our street', key, isReached: true });
    expect(found.length).toBeLessThanOrEqual(64);
  });

  test('reports that there is no network', async () => {
    const udp = await quietPort();
    const machine = new LoneMachine();
    machine.addresses = [];
    const { CommunityFinder } = await import('../../electron/discovery/community-finder');
    const search = new CommunityFinder({ machine, port: udp });
    onTestFinished(() => search.stop());
    search.start();
    expect(search.poll()).toMatchObject({ hasNetwork: false, found: [] });
  });

  test('forgets its results when closed', async () => {
    const udp = await quietPort();
    await neighbour('Our street', udp);
    const search = finder(udp);
    search.start();
    await soon(
      () => search.poll().found,
      (found) => found.length > 0,
    );
    search.stop();
    expect(search.poll()).toEqual({ isSearching: false, hasNetwork: true, found: [] });
  });
});

describe('a probe', () => {
  test('reports how far it got', async () => {
    const { port, key } = await neighbour('Our street', null);
    const at = (more: { host?: string; port?: number; key?: string } = {}) =>
      probe({ host: '127.0.0.1', port, timeout: PATIENCE, ...more });
    expect(await at()).toEqual({ reached: 'community', fault: null, key, name: 'Our street', status: 200 });
    expect(await at({ key: 'ab'.repeat(32) })).toMatchObject({ reached: 'tls', key });
    expect(await at({ host: 'no..name' })).toMatchObject({
      reached: 'nothing',
      fault: 'unknown_name',
    });
    const plain = await listening(createServer((socket) => socket.end('220 mail\r\n')));
    expect(await at({ port: plain })).toMatchObject({ reached: 'port', key: null });
    const strange = await impostor(madeKeys(), JSON.stringify({ Name: 'x', Key: key }));
    expect(await at({ port: strange.port })).toMatchObject({ reached: 'key', key: strange.key });
    const long = await impostor(madeKeys(), JSON.stringify({ Name: 'x'.repeat(1_000_000), Key: key }));
    expect(await at({ port: long.port })).toMatchObject({ reached: 'key', name: '' });
  });

  test('stops at once when aborted', async () => {
    const silent = await listening(createServer());
    const ending = new AbortController();
    const asking = probe({ host: '127.0.0.1', port: silent, timeout: PATIENCE, signal: ending.signal });
    ending.abort();
    expect(await asking).toMatchObject({ key: null });
  });
});

describe('nearby addresses', () => {
  const machine = (...cidrs: string[]) => {
    const all = new LoneMachine();
    const interfaces = () => ({
      eth0: cidrs.map((cidr) => {
        const [address = ''] = cidr.split('/');
        const [like] = new LoneMachine().interfaces().eth0;
        return { ...like!, address, cidr, family: address.includes(':') ? 'IPv6' : 'IPv4' };
      }),
    });
    return Object.assign(all, { interfaces }) as unknown as LoneMachine;
  };

  test('are the 254 of a private network without this machine, nearest first', () => {
    const hosts = neighbourHosts(machine('192.168.1.20/24'));
    expect(hosts).toHaveLength(253);
    expect(hosts.slice(0, 2).toSorted()).toEqual(['192.168.1.19', '192.168.1.21']);
    expect(hosts).not.toContain('192.168.1.20');
    expect(new Set(hosts).size).toBe(253);
  });

  test('never include public networks, and at most two networks', () => {
    expect(neighbourHosts(machine('203.0.113.7/24', '2001:db8::7/64', '169.254.3.3/16'))).toEqual([]);
    const three = neighbourHosts(machine('10.0.0.1/8', '172.16.0.1/12', '192.168.0.1/16'));
    expect(three).toHaveLength(506);
    expect(three.every((host) => /^(10\.0\.0|172\.16\.0)\./.test(host))).toBe(true);
  });

  test('are of real networks before those of virtual machines and containers', () => {
    const several = new TestMachine();
    several.networks = { docker0: ['172.17.0.1'], 'br-7f': ['172.18.0.1'], wlan0: ['192.168.1.20'] };
    const hosts = neighbourHosts(several);
    expect(hosts[0]).toMatch(/^192\.168\.1\./);
  });

  test('announced by neighbours must be local', () => {
    const isNear = createLocalNetworkCheck(machine('203.0.113.7/24', '2001:db8:1::7/64', 'fe80::7/64'));
    for (const address of ['192.168.7.7', '10.1.1.1', 'fd12::1', '203.0.113.9', '2001:db8:1::9'])
      expect([address, isNear(address)]).toEqual([address, true]);
    for (const address of [
      '8.8.8.8',
      '203.0.114.1',
      '127.0.0.1',
      '2001:db8:2::1',
      '::1',
      'fe80::1',
      'x.example',
    ])
      expect([address, isNear(address)]).toEqual([address, false]);
  });

  test('are probed a few at a time, until aborted', async () => {
    const ending = new AbortController();
    let max = 0;
    let now = 0;
    let all = 0;
    const server = createServer((socket) => {
      all++;
      max = Math.max(max, ++now);
      if (all === 64) ending.abort();
      socket.on('error', () => undefined);
      socket.on('close', () => now--);
    });
    const port = await listening(server, '0.0.0.0');
    const hosts = Array.from({ length: 254 }, (_, index) => `127.0.0.${index + 1}`);
    await sweepHosts({ hosts, ports: [port], onFound: () => undefined, signal: ending.signal });
    expect(max).toBeLessThanOrEqual(64);
    expect(all).toBeLessThan(254);
  });
});
