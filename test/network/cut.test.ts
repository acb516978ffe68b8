import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { textOf, type GuestJob, type GuestState } from '../remote/kills/guest-process';
import { startProcess } from '../remote/kills/start-process';
import { obstacleToNetworks } from '../support/networks';
import { untilPasses } from '../support/waiting';
import { guestOn, hostOn, house } from './house';

const obstacle = obstacleToNetworks();
/** How many things are done while the cable is cut; ACTS=1000 by hand. */
const ACTS = Number(process.env.ACTS ?? 100);

describe.skipIf(obstacle !== '')(`a cut cable${obstacle && ` (skipped: ${obstacle})`}`, () => {
  test(`both sides agree after ${ACTS} actions on each of them`, async () => {
    const [first, second, third] = house('host', 'bob', 'cid');
    const host = await hostOn(first, 'Ann', 'Bob', 'Cid');
    const address = await host.start();
    const cid = guestOn(third);
    await cid.ask('enter', address, host.key, host.people[2]?.session.token ?? '');
    const folder = mkdtempSync(join(tmpdir(), 'courtyard-cut-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const job: GuestJob = {
      folder,
      addresses: [address],
      key: host.key,
      token: host.people[1]?.session.token ?? '',
      person: host.people[1]?.id ?? 0,
      dialog: host.dialog,
      first: 0,
      pace: 20,
    };
    let accepted = -1;
    const onLine = (line: string) => void (accepted = Number(line));
    const bob = await startProcess('guest-process.ts', [JSON.stringify(job)], onLine, second.within);
    await untilPasses(() => expect(accepted).toBeGreaterThan(5));
    const written: string[] = [];
    const seconds: number[] = [];

    const packets = [`ip saddr ${first.address} drop`];
    for (const [cut, join] of [
      [() => second.cable('down'), () => second.cable('up')],
      // Nothing says that the connection is gone.
      [() => second.drop(...packets), () => second.drop()],
    ] as const) {
      cut();
      const before = accepted;
      for (let number = 0; number < ACTS / 4; number++) {
        const text = `From Cid, number ${written.length}`;
        await cid.ask('send', host.dialog, text);
        written.push(text);
      }
      await untilPasses(() => expect(accepted).toBeGreaterThan(before + ACTS / 4));
      join();
      const joined = performance.now();
      await untilPasses(async () => {
        expect(await bob.ask('state')).toEqual({ isSettled: true, refused: [] } satisfies GuestState);
      });
      seconds.push((performance.now() - joined) / 1000);
    }

    await bob.ask('stop');
    await untilPasses(async () => expect(((await bob.ask('state')) as GuestState).isSettled).toBe(true));
    await untilPasses(async () => expect(await bob.ask('compare')).toEqual([]));
    const texts = (await bob.ask('texts')) as string[];
    const numbers = Array.from({ length: accepted + 1 }, (_, number) => number);
    const sent = numbers.filter((number) => number % 5 !== 4).map((number) => textOf(number));
    expect(texts.filter((text) => text.startsWith('From the guest'))).toEqual(sent);
    expect(texts.filter((text) => text.startsWith('From Cid'))).toEqual(written);
    await bob.close();
    process.stdout.write(
      `caught up ${seconds.map((one) => one.toFixed(1)).join(' and ')} s after the cable was joined`,
    );
  });
});
