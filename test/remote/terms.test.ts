import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { RemoteCommunities } from '../../electron/remote/remote-communities';
import { sharedCommunity, type SharedCommunity } from '../support/shared';
import { untilPasses } from '../support/waiting';

const CLIENT = 'Courtyard (test)';
const nobody = { token: null, address: '', userAgent: CLIENT };

/** A community whose first host was replaced by a second one; both run. */
async function twoHosts() {
  const first = await sharedCommunity('Lypova 12');
  onTestFinished(() => first.close());
  const second = await first.takeOver();
  onTestFinished(() => second.close());
  await first.restart();
  await second.owner.call('community.update', { name: 'Lypova 14' });
  return { first, second };
}

/** A program that has joined communities, in a folder that outlives it. */
function program() {
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-terms-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  /** For each time that a host answered nowhere, whether it had answered before. */
  const lost: boolean[] = [];
  const open = () => {
    const path = join(folder, 'joined.json');
    const joined = new RemoteCommunities({
      path,
      client: CLIENT,
      onChange: () => undefined,
      onLost: (isNewlyLost) => void lost.push(isNewlyLost),
    });
    onTestFinished(() => joined.close());
    return joined;
  };
  return { open, lost };
}

async function joinAt(joined: RemoteCommunities, ...hosts: SharedCommunity[]) {
  let id = '';
  // The one that was given last is tried first.
  for (const { address, key } of hosts.toReversed()) id = await joined.join({ address, key });
  return joined.find(id)!;
}

/** Passes connections on to a port, and counts the bytes that are sent there after the handshake. */
async function tap(port: number) {
  let sent = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const onward = connect(port, '127.0.0.1');
    socket.on('data', (bytes) => (sent += applicationBytes(bytes)));
    socket.pipe(onward).pipe(socket);
    for (const one of [socket, onward]) sockets.add(one.on('error', () => one.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    get sent() {
      return sent;
    },
  };
}

/** Counts large records of TLS: the end of a handshake and the closing of a connection are short. */
function applicationBytes(bytes: Buffer): number {
  const [APPLICATION_DATA, LONGEST_OF_HANDSHAKE] = [23, 80];
  let total = 0;
  for (let at = 0; at + 5 <= bytes.length; at += 5 + bytes.readUInt16BE(at + 3))
    if (bytes[at] === APPLICATION_DATA && bytes.readUInt16BE(at + 3) > LONGEST_OF_HANDSHAKE)
      total += bytes.readUInt16BE(at + 3);
  return total;
}

test('a guest that has seen a newer host sends nothing to the former one, also after a restart', async () => {
  const { first, second } = await twoHosts();
  const { open, lost } = program();
  const joined = open();
  const newer = await tap(second.port);
  const way = await joinAt(joined, { ...second, address: newer.address });
  expect(await way.call(nobody, 'community.get', {})).toMatchObject({ Name: 'Lypova 14' });
  expect(newer.sent).toBeGreaterThan(0);
  expect(joined.all).toMatchObject([{ term: 2 }]);
  await second.stop();
  await joined.close();

  const again = open();
  const former = await tap(first.port);
  const at = await joinAt(again, { ...first, address: former.address });
  await expect(at.call(nobody, 'community.get', {})).rejects.toMatchObject({ name: 'Unreachable' });
  const listener = { send: () => undefined, close: () => undefined };
  await expect(at.connect(first.owner.session, listener)).rejects.toMatchObject({ name: 'Unreachable' });
  expect([at.host.state, former.sent]).toEqual(['superseded', 0]);
  // The network is searched for the newer one.
  expect(lost.length).toBeGreaterThan(0);
  await expect(again.preview(former.address)).rejects.toMatchObject({ code: 'superseded' });

  await second.restart();
  expect(await at.call(nobody, 'community.get', {})).toMatchObject({ Name: 'Lypova 14' });
  expect([at.host.state, former.sent]).toEqual(['here', 0]);
});

test('the former host is passed over for a newer one at another address', async () => {
  const { first, second } = await twoHosts();
  const joined = program().open();
  const both = await joinAt(joined, second, first);
  expect(await both.call(nobody, 'community.get', {})).toMatchObject({ Name: 'Lypova 14' });
  // Given by the person, so tried first from now on.
  await joined.join({ address: first.address, key: first.key });
  expect(await both.call(nobody, 'community.get', {})).toMatchObject({ Name: 'Lypova 14' });
  expect(both.host.addresses).toEqual([second.address, first.address]);
});

test('a newer host that is discovered replaces one that still answers, and its connections end', async () => {
  const { first, second } = await twoHosts();
  const { open, lost } = program();
  const joined = open();
  const way = await joinAt(joined, first);
  let closed = false;
  const listener = { send: () => undefined, close: () => (closed = true) };
  await way.connect(first.owner.session, listener);
  expect(await way.call(nobody, 'community.get', {})).toMatchObject({ Name: 'Lypova 12' });

  await joined.tryDiscovered(first.key, [first.address, second.address]);
  await untilPasses(() => expect(closed).toBe(true));
  expect(joined.all).toMatchObject([{ term: 2, addresses: [second.address, first.address] }]);
  expect(await way.call(nobody, 'community.get', {})).toMatchObject({ Name: 'Lypova 14' });

  // An announcement of the former host changes nothing, not even while the newer one is away.
  await second.stop();
  await expect(way.call(nobody, 'community.get', {})).rejects.toMatchObject({ name: 'Unreachable' });
  await expect(way.call(nobody, 'community.get', {})).rejects.toMatchObject({ name: 'Unreachable' });
  expect(lost).toEqual([true, false]);
  const former = await tap(first.port);
  await joined.tryDiscovered(first.key, [former.address]);
  expect(joined.all[0]?.addresses).toEqual([second.address, first.address]);
});

test('a community that the person accepts under another key begins with its first term', async () => {
  const { second } = await twoHosts();
  const joined = program().open();
  const way = await joinAt(joined, second);
  await way.call(nobody, 'community.get', {});
  await second.stop();
  const anew = await sharedCommunity('Anew', second.port);
  onTestFinished(() => anew.close());
  await expect(way.call(nobody, 'community.get', {})).rejects.toMatchObject({ name: 'Unreachable' });
  await joined.trust(way.id, anew.key);
  expect(await way.call(nobody, 'community.get', {})).toMatchObject({ Name: 'Anew' });
  expect(joined.all).toMatchObject([{ key: anew.key, term: 1 }]);
});
