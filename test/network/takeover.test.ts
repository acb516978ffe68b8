import { describe, expect, test } from 'vitest';
import { obstacleToNetworks } from '../support/networks';
import { untilPasses } from '../support/waiting';
import { busyGuest, standbyOn } from './busy-guest';
import { guestOn, hostOn, house } from './house';

const obstacle = obstacleToNetworks();
const NAMES = ['Bob', 'Cid', 'Dee'];

describe.skipIf(obstacle !== '')(`a host that is gone${obstacle && ` (skipped: ${obstacle})`}`, () => {
  test('the standby takes over, guests follow it automatically, and the old host steps down', async () => {
    const [first, second, ...others] = house('host', 'box', 'bob', 'cid', 'dee');
    const host = await hostOn(first, 'Ann', ...NAMES);
    const address = await host.start();
    const ann = guestOn(first);
    await ann.ask('enter', address, host.key, host.people[0]?.session.token ?? '');
    const box = standbyOn(second);
    const standby = box.start('--standby', await ann.ask('pair'));
    expect(await standby.line(0)).toBe('Standby is in step with Our street');
    const guests = await Promise.all(
      NAMES.map((name, index) => busyGuest(host, name, others[index]!, address)),
    );
    await untilPasses(() => expect(Math.min(...guests.map((one) => one.accepted()))).toBeGreaterThan(20));

    await host.kill();
    const killed = performance.now();
    const successor = box.start('--promote', '--port', '0', '--share', '--captcha-cost', '1');
    await successor.line(1);
    const hosted = (performance.now() - killed) / 1000;
    const back = await Promise.all(
      guests.map(async (one) => {
        await untilPasses(async () => expect((await one.state()).isSettled).toBe(true));
        return (performance.now() - killed) / 1000;
      }),
    );

    const again = await host.start();
    const owner = guestOn(first);
    await owner.ask('enter', again, host.key, host.people[0]?.session.token ?? '');
    await untilPasses(async () => expect((await owner.ask('community')).ReadOnly).toBe('superseded'));
    expect((await owner.ask('standby')).Successor).toMatchObject({ How: 'takeover' });

    const before = guests.map((one) => one.accepted());
    for (const [index, one] of guests.entries())
      await untilPasses(() => expect(one.accepted()).toBeGreaterThan((before[index] ?? 0) + 20));
    for (const one of guests) await one.stop();
    for (const one of guests)
      await untilPasses(async () => expect(await one.state()).toEqual({ isSettled: true, refused: [] }));
    for (const one of guests) {
      // The last that the others sent may still be on its way to it.
      await untilPasses(async () => expect(await one.compare()).toEqual([]));
      expect(await one.texts()).toEqual(one.written());
    }
    for (const one of guests) await one.close();
    process.stdout.write(
      `hosted ${hosted.toFixed(1)} s after the kill, guests back after ${back.map((one) => one.toFixed(1)).join(', ')} s`,
    );
  });
});
