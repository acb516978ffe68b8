import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { MAX_ADDRESSES, MAX_DISCOVERED } from '../../electron/remote/addresses';
import { RemoteCommunities } from '../../electron/remote/remote-communities';
import { keptPort } from '../support/ports';
import { sharedCommunity } from '../support/shared';

async function shared(name: string) {
  const community = await sharedCommunity(name);
  onTestFinished(() => community.close());
  return community;
}

/** A list of joined communities in a file of its own. */
function program() {
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-announced-'));
  const path = join(folder, 'joined.json');
  const open = () => {
    const joined = new RemoteCommunities({
      path,
      client: 'Courtyard (test)',
      onChange: () => undefined,
      onLost: () => undefined,
    });
    onTestFinished(async () => {
      await joined.close();
      rmSync(folder, { recursive: true, force: true });
    });
    return joined;
  };
  return { path, open };
}

/** Ports at which nothing answers. */
const silentAddresses = (count: number) =>
  Array.from({ length: count }, (_, index) => `127.0.0.1:${index + 1}`);

/** An address that passes everything on to a port, as a neighbour could who stands between. */
async function relayTo(port: number): Promise<string> {
  const server = createServer((socket) => {
    const onward = connect(port, '127.0.0.1');
    socket.pipe(onward).pipe(socket);
    for (const one of [socket, onward]) one.on('error', () => one.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('announced addresses of a remote community', () => {
  test('are stored only after answering with its key', async () => {
    const there = await shared('Lypova 12');
    const other = await shared('Other');
    const joined = program().open();
    await joined.join({ address: there.address, key: there.key });
    const away = `127.0.0.1:${await keptPort()}`;
    const id = await joined.join({ address: away, key: there.key });
    await there.stop();
    const known = [away, there.address];
    await joined.tryDiscovered(there.key, [other.address, ...silentAddresses(14)]);
    expect(joined.all[0]?.addresses).toEqual(known);
    expect(joined.find(id)?.host.addresses).toEqual(known);
    await there.restart();
    const nobody = { token: null, address: '', userAgent: 'test' };
    expect(await joined.find(id)?.call(nobody, 'community.get', {})).toMatchObject({ Name: 'Lypova 12' });
  });

  test('are stored first once they answer with its key', async () => {
    const there = await shared('Lypova 12');
    const { open } = program();
    const joined = open();
    const away = `127.0.0.1:${await keptPort()}`;
    await joined.join({ address: away, key: there.key });
    await joined.tryDiscovered(there.key, ['127.0.0.1:1', there.address, 'not one']);
    expect(joined.all[0]).toMatchObject({
      addresses: [there.address, away],
      discovered: [there.address],
    });
    await joined.close();
    expect(open().all).toEqual(joined.all);
  });

  test('never displace addresses given by the person', async () => {
    const there = await shared('Lypova 12');
    const joined = program().open();
    const given = silentAddresses(3).toReversed();
    for (const address of silentAddresses(3)) await joined.join({ address, key: there.key });
    const relays: string[] = [];
    for (let count = 0; count < 3 * MAX_DISCOVERED; count++) relays.push(await relayTo(there.port));
    for (let from = 0; from < relays.length; from += MAX_DISCOVERED)
      await joined.tryDiscovered(there.key, relays.slice(from, from + MAX_DISCOVERED));
    const { addresses = [], discovered } = joined.all[0] ?? {};
    expect(addresses).toEqual([...relays.slice(-MAX_DISCOVERED), ...given]);
    expect(discovered).toEqual(relays.slice(-MAX_DISCOVERED));
    expect(addresses.length).toBeLessThanOrEqual(MAX_ADDRESSES);
  });

  test('make room for one given by the person, who may also give the same', async () => {
    const there = await shared('Lypova 12');
    const joined = program().open();
    const given = silentAddresses(MAX_ADDRESSES - 1);
    for (const address of given.toReversed()) await joined.join({ address, key: there.key });
    await joined.tryDiscovered(there.key, [there.address]);
    expect(joined.all[0]?.addresses).toEqual([there.address, ...given]);
    await joined.join({ address: '127.0.0.1:99', key: there.key });
    expect(joined.all[0]).toMatchObject({ addresses: ['127.0.0.1:99', ...given], discovered: [] });
    await joined.tryDiscovered(there.key, [there.address]);
    await joined.join({ address: there.address, key: there.key });
    expect(joined.all[0]).toMatchObject({ discovered: [] });
    expect(joined.all[0]?.addresses[0]).toBe(there.address);
  });

  test('are not marked as announced in a list of an older version', async () => {
    const { path, open } = program();
    const first = open();
    await first.join({ address: '127.0.0.1:1', key: 'f'.repeat(64) });
    await first.close();
    const list = JSON.parse(readFileSync(path, 'utf8')) as { communities: { discovered?: string[] }[] };
    for (const one of list.communities) delete one.discovered;
    writeFileSync(path, JSON.stringify(list));
    expect(open().all).toMatchObject([{ addresses: ['127.0.0.1:1'], discovered: [] }]);
  });
});
