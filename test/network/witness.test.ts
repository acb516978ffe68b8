import { describe, expect, test } from 'vitest';
import { isWhole, report } from '../faults/scale';
import { obstacleToNetworks } from '../support/networks';
import type { Program } from '../support/program';
import { untilPasses } from '../support/waiting';
import { busyGuest, programOn, standbyOn } from './busy-guest';
import { guestOn, hostOn, house, type Host, type Machine } from './house';

const obstacle = obstacleToNetworks();
const HOSTING = ['--port', '0', '--share', '--captcha-cost', '1'];

describe.skipIf(obstacle !== '')(`a witness${obstacle && ` (skipped: ${obstacle})`}`, () => {
  // The rules are tested in test/standby/witness without waiting; in each run, one takeover shows that machines follow
  // them.
  test('lets one of two disconnected computers accept writes, and the other follow it', async () => {
    const [first, second, third, ...homes] = house('one', 'two', 'three', 'bob', 'cid');
    const [bobs, cids] = homes;
    const host = await hostOn(first, 'Ann', 'Bob', 'Cid');
    const address = await host.start();
    const ann = await ownerAt(first, host, address);
    const witness = standbyOn(third).start('--witness', await ann.ask('pairWitness'));
    expect(await witness.line(0)).toMatch(/^Witness of Our street is ready/);
    const two = standbyOn(second).start('--standby', await ann.ask('pair'), ...HOSTING);
    expect(await two.line(1)).toMatch(/^If the host is gone, this standby takes over once/);
    const [bob, cid] = await Promise.all([
      busyGuest(host, 'Bob', bobs, address),
      busyGuest(host, 'Cid', cids, address),
    ]);
    await untilPasses(() => expect(Math.min(bob.accepted(), cid.accepted())).toBeGreaterThan(20));
    await untilPasses(async () => expect((await ann.ask('standby')).Witness.Automatic).toBe(true));

    const cut = performance.now();
    separate([first, bobs], [second, third, cids]);
    const written = ann.ask('send', host.dialog, 'written at the old host').catch((error: Error) => error);
    // What was on its way at that moment has arrived.
    await untilPasses(() => expect(secondsSince(cut)).toBeGreaterThan(1));
    const counts = { bob: bob.accepted(), cid: cid.accepted() };
    const after = await sharedBy(two);
    const promoted = secondsSince(cut);
    await untilPasses(() => expect(cid.accepted()).toBeGreaterThan(counts.cid));
    const accepted = secondsSince(cut);
    await untilPasses(() => expect(cid.accepted()).toBeGreaterThan(counts.cid + 20));
    expect(bob.accepted()).toBe(counts.bob);
    const here = await ann.ask('community');
    report({
      fault: 'a host cut off from its standby and its witness',
      cases: 1,
      result: `promoted after ${promoted.toFixed(1)} s, a guest's first write after ${accepted.toFixed(1)} s, ReadOnly "${here.ReadOnly}" at the old host, which accepted nothing`,
    });

    for (const machine of [first, second, third, ...homes]) machine.drop();
    await untilPasses(() => expect(bob.accepted()).toBeGreaterThan(counts.bob + 20));
    expect(await written).toMatchObject({ message: expect.stringMatching(/now hosted on/) as string });
    await host.kill();
    const one = programOn(first, host.data).start('--standby', ...HOSTING);
    expect(await one.line(0)).toBe('Standby is in step with Our street');
    const owner = await ownerAt(second, host, after);
    await untilPasses(async () => expect((await owner.ask('standby')).Witness.Automatic).toBe(true));

    if (isWhole) {
      two.process.kill('SIGKILL');
      const killed = performance.now();
      const before = { bob: bob.accepted(), cid: cid.accepted() };
      await sharedBy(one);
      const replaced = secondsSince(killed);
      await untilPasses(() => expect(bob.accepted()).toBeGreaterThan(before.bob + 1));
      const wrote = secondsSince(killed);
      await untilPasses(() => expect(cid.accepted()).toBeGreaterThan(before.cid + 1));
      report({
        fault: 'kill -9 of a host with a standby and a witness',
        cases: 1,
        result: `promoted after ${replaced.toFixed(1)} s, guests' first writes after ${wrote.toFixed(1)} and ${secondsSince(killed).toFixed(1)} s`,
      });
    }
    for (const guest of [bob, cid]) {
      await guest.stop();
      await untilPasses(async () => expect(await guest.state()).toEqual({ isSettled: true, refused: [] }));
      expect(await guest.texts()).toEqual(guest.written());
      await guest.close();
    }
  });
});

/** The owner at a host. */
async function ownerAt(machine: Machine, host: Host, address: string) {
  const owner = guestOn(machine);
  await owner.ask('enter', address, host.key, host.people[0]?.session.token ?? '');
  return owner;
}

/** The address at which a standby shares the community once it has taken over. */
async function sharedBy(program: Program): Promise<string> {
  for (let index = 0; ; index++) {
    const line = await program.line(index);
    if (line.startsWith('Shared at ')) return line.replace(/^Shared at https:\/\/|\/#.*$/g, '');
  }
}

/** Cuts two groups of machines off from each other. */
function separate(...groups: readonly [readonly Machine[], readonly Machine[]]): void {
  for (const [index, group] of groups.entries())
    for (const machine of group)
      machine.drop(...groups[1 - index]!.map(({ address }) => `ip saddr ${address} drop`));
}

function secondsSince(start: number): number {
  return (performance.now() - start) / 1000;
}
