import { describe, expect, test } from 'vitest';
import { obstacleToNetworks } from '../support/networks';
import { untilPasses } from '../support/waiting';
import { guestOn, hostOn, house, type Guest, type Host } from './house';

const obstacle = obstacleToNetworks();
const title = `machines in a network${obstacle && ` (skipped: ${obstacle})`}`;

/** Waits until a guest has received `count` messages, and returns them. */
function heardBy(guest: Guest, count: number): Promise<string[]> {
  return untilPasses(async () => {
    const texts = await guest.ask('texts');
    expect(texts.length).toBeGreaterThanOrEqual(count);
    return texts;
  });
}

/** Signs a person in from a machine. */
async function enter(guest: Guest, host: Host, address: string, index: number): Promise<void> {
  const token = host.people[index]?.session.token ?? '';
  await guest.ask('enter', address, host.key, token);
}

/** Sends `count` messages one after the other and returns their texts. */
async function write(guest: Guest, host: Host, word: string, count: number): Promise<string[]> {
  const texts = Array.from({ length: count }, (_, index) => `${word} ${index + 1}`);
  for (const text of texts) await guest.ask('send', host.dialog, text);
  return texts;
}

/** Returns all messages of the dialog, oldest first. */
function stored(guest: Guest, { dialog }: Host): Promise<string[]> {
  return guest.ask('stored', dialog);
}

describe.skipIf(obstacle !== '')(title, () => {
  test('two guests find the host on a network without internet, join and chat', async () => {
    const [first, second, third] = house('host', 'bob', 'cid');
    const host = await hostOn(first, 'Ann', 'Bob', 'Cid');
    const address = await host.start();
    expect(address).toBe(`${first.address}:8701`);
    const [bob, cid] = [guestOn(second), guestOn(third)];
    const found = await Promise.all([bob.ask('find'), cid.ask('find')]);
    for (const { found: all } of found) {
      expect(all).toHaveLength(1);
      expect(all[0]).toMatchObject({ name: 'Our street', key: host.key, isReached: true });
      expect(all[0]?.addresses).toContain(address);
    }
    await Promise.all([enter(bob, host, address, 1), enter(cid, host, address, 2)]);
    const said = await write(bob, host, 'Bob', 3);
    expect(await heardBy(cid, 3)).toEqual(said);
    const answered = await write(cid, host, 'Cid', 2);
    expect(await heardBy(bob, 5)).toEqual([...said, ...answered]);
  });

  test('without multicast, the host is found at its address', async () => {
    const [first, second] = house('host', 'bob');
    const host = await hostOn(first, 'Ann');
    first.silence();
    second.silence();
    const address = await host.start();
    const { found } = await guestOn(second).ask('find');
    expect(found).toEqual([{ name: 'Our street', key: host.key, addresses: [address], isReached: true }]);
  });

  test('a guest catches up after the cable was unplugged, each message once and in order', async () => {
    const [first, second, third] = house('host', 'bob', 'cid');
    const host = await hostOn(first, 'Ann', 'Bob', 'Cid');
    const address = await host.start();
    const [bob, cid] = [guestOn(second), guestOn(third)];
    await Promise.all([enter(bob, host, address, 1), enter(cid, host, address, 2)]);
    const before = await write(bob, host, 'before', 2);
    await heardBy(cid, 2);
    second.cable('down');
    const sent = write(bob, host, 'Bob away', 5);
    const missed = await write(cid, host, 'Cid meanwhile', 5);
    second.cable('up');
    const late = await sent;
    const all = await heardBy(bob, 12);
    expect(all.toSorted()).toEqual([...before, ...missed, ...late].toSorted());
    expect(await heardBy(cid, 12)).toEqual(all);
    expect(await stored(cid, host)).toEqual(all);
    expect(all.filter((text) => text.startsWith('Bob away'))).toEqual(late);
  });

  test('with 30 % packet loss every message arrives once and in order', async () => {
    const [first, second, third] = house('host', 'bob', 'cid');
    const host = await hostOn(first, 'Ann', 'Bob', 'Cid');
    const address = await host.start();
    const [bob, cid] = [guestOn(second), guestOn(third)];
    await Promise.all([enter(bob, host, address, 1), enter(cid, host, address, 2)]);
    first.drop('numgen inc mod 10 < 3 drop');
    const said = await write(bob, host, 'Bob', 8);
    expect(await heardBy(cid, 8)).toEqual(said);
    first.drop();
    expect(await stored(cid, host)).toEqual(said);
  });

  test('a killed host has everything after a restart, and its guests catch up', async () => {
    const [first, second, third] = house('host', 'bob', 'cid');
    const host = await hostOn(first, 'Ann', 'Bob', 'Cid');
    const address = await host.start();
    const [bob, cid] = [guestOn(second), guestOn(third)];
    await Promise.all([enter(bob, host, address, 1), enter(cid, host, address, 2)]);
    const before = await write(bob, host, 'before', 2);
    await heardBy(cid, 2);
    await host.kill();
    await untilPasses(async () => expect(await cid.ask('state')).toBe('reconnecting'));
    const sent = write(bob, host, 'away', 3);
    expect(await host.start()).toBe(address);
    const all = [...before, ...(await sent)];
    expect(await heardBy(cid, 5)).toEqual(all);
    expect(await stored(bob, host)).toEqual(all);
  });

  test("a host with another community's certificate is detected before anything is sent", async () => {
    const [first, second] = house('host', 'bob');
    const host = await hostOn(first, 'Ann', 'Bob');
    const other = await hostOn(first, 'Eve');
    const address = await other.start();
    const bob = guestOn(second);
    expect(await bob.ask('knock', address, host.key)).toMatchObject({ reached: 'tls', key: other.key });
    await expect(enter(bob, host, address, 1)).rejects.toThrow('came as far as tls');
  });

  test('a hostile neighbour is shut out while members continue', async () => {
    const [first, second, third] = house('host', 'bob', 'eve');
    const host = await hostOn(first, 'Ann');
    const address = await host.start();
    const [bob, eve] = [guestOn(second), guestOn(third)];
    await enter(bob, host, address, 0);
    const asked = (headers: Record<string, string>, path = '/community') =>
      eve.ask('request', address, path, headers);
    expect(await asked({})).toBe(200);
    expect(await asked({ host: 'evil.example' })).toBe(403);
    expect(await asked({ host: address, origin: 'https://evil.example' })).toBe(403);
    expect(await asked({ token: `y.${'A'.repeat(43)}` }, '/dialogs')).toBe(401);

    const invite = await bob.ask('invite');
    expect(await bob.ask('join', address, 'dan', invite)).toEqual([200, 200]);
    expect(await eve.ask('join', address, 'eve', invite)).toEqual([410, 404]);

    expect(await eve.ask('crowd', address, 1_000)).toBe(1_000);
    await eve.ask('dawdle', address, 50);
    await eve.ask('flood', address);
    const said = await write(bob, host, 'Bob', 10);
    expect(await heardBy(bob, 10)).toEqual(said);
    await eve.ask('stopFlood');
    expect(await stored(bob, host)).toEqual(said);
  });
});
