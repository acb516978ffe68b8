import { describe, expect, test } from 'vitest';
import { obstacleToNetworks } from '../support/networks';
import { guestOn, hostOn, house } from './house';

const obstacle = obstacleToNetworks();

describe.skipIf(obstacle !== '')(`the diagnosis in a network${obstacle && ` (skipped: ${obstacle})`}`, () => {
  test('names the broken link: the firewall, the sleep, the other network, the VPN', async () => {
    const [first, second] = house('host', 'bob');
    const host = await hostOn(first, 'Ann');
    const address = await host.start();
    const bob = guestOn(second);
    const verdict = async () => (await bob.ask('diagnose', address, host.key)).verdict;
    expect(await verdict()).toBe('fine');
    first.drop('tcp dport 8701 drop');
    expect(await verdict()).toBe('blocked');
    // Even if discovery is blocked too, answers from other ports show that the machine is awake.
    first.drop('tcp dport 8701 drop', 'ip daddr 224.0.0.251 drop', 'ip6 daddr ff02::fb drop');
    expect(await verdict()).toBe('blocked');
    first.drop();
    first.cable('down');
    expect(await verdict()).toBe('asleep');
    first.cable('up');
    second.move('10.78.0.3');
    // The verdict stays the same once the announcements are received again, as after reconnecting a cable.
    for (let times = 0; times < 3; times++) expect(await verdict()).toBe('other_network');
    second.plug('wg0', '10.79.0.3');
    expect(await verdict()).toBe('tunnel');
    second.move(second.address);
    expect(await verdict()).toBe('fine');
  });
});
