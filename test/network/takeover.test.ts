import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { textOf, type GuestJob, type GuestState } from '../remote/kills/guest-process';
import { startProcess } from '../remote/kills/start-process';
import { obstacleToNetworks } from '../support/networks';
import { endPrograms, startProgram, type Program } from '../support/program';
import { untilPasses } from '../support/waiting';
import { guestOn, hostOn, house, PROGRAM, type Host, type Machine } from './house';

const obstacle = obstacleToNetworks();
const NAMES = ['Bob', 'Cid', 'Dee'];

describe.skipIf(obstacle !== '')(`a host that is gone${obstacle && ` (skipped: ${obstacle})`}`, () => {
  test('the standby takes over, guests follow it by themselves, and the old host makes way', async () => {
    const [first, second, ...others] = house('host', 'box', 'bob', 'cid', 'dee');
    const host = await hostOn(first, 'Ann', ...NAMES);
    const address = await host.start();
    const ann = guestOn(first);
    await ann.ask('enter', address, host.key, host.people[0]?.session.token ?? '');
    const box = standbyOn(second);
    const standby = box.start('--standby', await ann.ask('pair'));
    expect(await standby.line(0)).toBe('Standby is in step with Our street');
    const guests = await Promise.all(NAMES.map((name, index) => guest(host, name, others[index]!, address)));
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
    for (const one of guests) {
      await untilPasses(async () => expect(await one.state()).toEqual({ isSettled: true, refused: [] }));
      expect(await one.compare()).toEqual([]);
      expect(await one.texts()).toEqual(one.written());
    }
    for (const one of guests) await one.close();
    process.stdout.write(
      `hosted ${hosted.toFixed(1)} s after the kill, guests back after ${back.map((one) => one.toFixed(1)).join(', ')} s`,
    );
  });
});

/** The machine of the standby: starts the built program over one folder. */
function standbyOn({ within: [command, words] }: Machine) {
  const data = mkdtempSync(join(tmpdir(), 'courtyard-takeover-'));
  const running: Program[] = [];
  onTestFinished(async () => {
    await endPrograms(running);
    rmSync(data, { recursive: true, force: true });
  });
  const start = (...flags: string[]) => {
    const argv = [...words, process.execPath, PROGRAM, '--data', data, '--log', 'warn', ...flags];
    const program = startProgram(command, argv, { env: { HOME: data } });
    running.push(program);
    return program;
  };
  return { start };
}

/** A guest that writes without a pause, in a process on its machine. */
async function guest(host: Host, name: string, machine: Machine, address: string) {
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-takeover-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const person = host.people.find((one) => one.name === name)!;
  const job: GuestJob = {
    ...{ folder, name, addresses: [address], key: host.key, dialog: host.dialog, first: 0, pace: 50 },
    ...{ token: person.session.token ?? '', person: person.id, searches: true },
  };
  let accepted = -1;
  const onLine = (line: string) => void (accepted = Number(line));
  const program = await startProcess('guest-process.ts', [JSON.stringify(job)], onLine, machine.within);
  return {
    accepted: () => accepted,
    state: () => program.ask('state') as Promise<GuestState>,
    stop: () => program.ask('stop'),
    compare: () => program.ask('compare'),
    /** The texts of its messages at the host, in order. */
    texts: async () => {
      const texts = (await program.ask('texts')) as string[];
      return texts.filter((text) => text.startsWith(`From ${name},`));
    },
    /** The texts of its messages that it was told are accepted; every fifth thing is a post. */
    written: () =>
      Array.from({ length: accepted + 1 }, (_, number) => number)
        .filter((number) => number % 5 !== 4)
        .map((number) => textOf(number, name)),
    close: () => program.close(),
  };
}
