import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { RemoteCommunities } from '../../electron/remote/remote-communities';
import { RedirectServer } from '../../electron/standby/succession/redirect-server';
import { formatMovedTo, parseMovedTo } from '../../electron/standby/succession/moved-to';
import { sharedCommunity } from '../support/shared';
import { untilPasses } from '../support/waiting';

const CLIENT = 'Courtyard (test)';
const nobody = { token: null, address: '', userAgent: CLIENT };
const ignore = { send: () => undefined, close: () => undefined };

/** The header of a TLS record whose 16 KiB never come. */
const BEGUN_HANDSHAKE = Buffer.from([22, 3, 1, 0x40, 0]);

/** A guest of a community, whose first host was replaced by a second one at an address that the guest doesn't know. */
async function guestOfMoved() {
  const first = await sharedCommunity('Lypova 12');
  onTestFinished(() => first.close());
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-moved-'));
  let lost = 0;
  const joined = new RemoteCommunities({
    path: join(folder, 'joined.json'),
    client: CLIENT,
    onChange: () => undefined,
    onLost: () => void lost++,
  });
  onTestFinished(async () => {
    await joined.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const id = await joined.join({ address: first.address, key: first.key });
  const way = joined.find(id)!;
  await way.call(nobody, 'community.get', {});
  const second = await first.takeOver();
  onTestFinished(() => second.close());
  await second.owner.call('community.update', { name: 'Lypova 14' });
  return { first, second, joined, way, lost: () => lost };
}

/** Answers at the ports of a host that has handed its community over. */
async function leaveBehind({ data, port }: { data: string; port: number }, urls: readonly string[]) {
  const pages = new RedirectServer(() => ({ machine: 'new-box', urls }), pino({ enabled: false }));
  await pages.open(data, { host: '127.0.0.1', port: 0, sharePort: port });
  onTestFinished(() => pages.close());
  return pages;
}

test('a guest follows a community that was moved, where its former host says that it is', async () => {
  const { first, second, joined, way } = await guestOfMoved();
  await leaveBehind(first, ['http://127.0.0.1:1', `https://${second.address}`]);
  await expect(way.call(nobody, 'community.get', {})).rejects.toMatchObject({ code: 'unavailable' });
  await untilPasses(() =>
    expect(joined.all).toMatchObject([{ term: 2, addresses: [second.address, first.address] }]),
  );
  expect(await way.call(nobody, 'community.get', {})).toMatchObject({ Name: 'Lypova 14' });
});

test('a guest that only listens for events follows too', async () => {
  const { first, second, joined, way } = await guestOfMoved();
  await leaveBehind(first, [`https://${second.address}`]);
  await expect(way.connect(first.owner.session, ignore)).rejects.toMatchObject({ name: 'Unreachable' });
  await untilPasses(() => expect(joined.all).toMatchObject([{ term: 2 }]));
  const handle = await way.connect(first.owner.session, ignore);
  handle.close();
});

test('a guest follows from a host that returned after another one took over', async () => {
  const { first, second, joined, way } = await guestOfMoved();
  await first.restart();
  await first.now.service.hosting.supersede({
    ...{ name: 'new-box', how: 'takeover', term: 2, addresses: [], certificate: '', schema: 0 },
    urls: [`https://${second.address}`],
    ...{ seq: null, ended: null },
  });
  expect(await way.call(nobody, 'community.get', {})).toMatchObject({ Name: 'Lypova 12' });
  await untilPasses(() => expect(joined.all).toMatchObject([{ term: 2 }]));
  expect(await way.call(nobody, 'community.get', {})).toMatchObject({ Name: 'Lypova 14' });
});

test('the network is searched if the community is not where its former host says', async () => {
  const { first, second, joined, way, lost } = await guestOfMoved();
  await second.stop();
  const other = await sharedCommunity('Other');
  onTestFinished(() => other.close());
  await leaveBehind(first, [`https://${second.address}`, `https://${other.address}`, 'https://nowhere']);
  await expect(way.call(nobody, 'community.get', {})).rejects.toMatchObject({ code: 'unavailable' });
  await untilPasses(() => expect(lost()).toBe(1));
  expect(joined.all).toMatchObject([{ key: first.key, term: 1, addresses: [first.address] }]);
});

// A socket that is left open ends by itself after 15 seconds.
test(
  'what answers at the ports of a former host closes during a handshake',
  { timeout: 12_000 },
  async () => {
    const { first } = await guestOfMoved();
    const pages = await leaveBehind(first, []);
    const socket = connect(first.port, '127.0.0.1');
    const closed = new Promise((resolve) => socket.on('error', () => undefined).on('close', resolve));
    socket.write(BEGUN_HANDSHAKE);
    await once(socket, 'connect');
    const dripping = setInterval(() => socket.write('.'), 20);
    onTestFinished(() => clearInterval(dripping));
    await pages.close();
    await closed;
  },
);

test('a header names at most sixteen addresses, and only those with TLS', () => {
  const urls = Array.from({ length: 40 }, (_, index) => `https://10.0.0.${index}:8701`);
  const header = formatMovedTo(['http://10.0.1.1:8701', ...urls]);
  expect(parseMovedTo(header)).toEqual(urls.slice(0, 16).map((url) => url.slice('https://'.length)));
  expect(parseMovedTo(`${header}, 10.0.0.99:8701`)).toHaveLength(16);
  expect([formatMovedTo(['http://10.0.1.1:8701']), parseMovedTo(undefined), parseMovedTo(' , ')]).toEqual([
    undefined,
    [],
    [],
  ]);
});
