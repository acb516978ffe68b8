import { expect, test } from 'vitest';
import { between, randomFrom } from '../../electron/demo/script/random';
import { Guests } from '../standby/guests';
import { contentsOf, machines, pair, promote, stateWhen, urlOf } from '../standby/machines';
import { report, scaled, TIMEOUT } from './scale';

const KILLS = scaled(2, 40);
/** Milliseconds after its start at which the new host is killed: some before it asks, some after it was given. */
const LATEST_MS = 1_500;

test(
  'a move whose new host is killed at random points is finished by asking again, and loses nothing',
  async () => {
    const m = await machines();
    const random = randomFrom(16);
    let folders = [m.community.data, m.copy] as const;
    const host = await m.startHost();
    await pair(m, host.url);
    const guests = new Guests(m, [host.url]);
    const inStep = (url: string) =>
      stateWhen(m, url, ({ State, Behind }) => State === 'in_step' && Behind === 0);
    let { url } = host;
    let moves = 0;
    for (let kills = 0; kills < KILLS; kills++) {
      await guests.until(guests.count + 5);
      const killed = promote(m, folders[1]);
      const timer = setTimeout(() => killed.process.kill('SIGKILL'), between(0, LATEST_MS, random));
      await killed.ended;
      clearTimeout(timer);
      const next = promote(m, folders[1]);
      url = urlOf(await next.line(0));
      guests.add(url);
      await guests.until(guests.count + 5);
      await inStep(url);
      folders = [folders[1], folders[0]];
      moves++;
    }
    await guests.stop();
    // The standby may still be behind the last writes.
    await inStep(url);
    for (const { process: program, ended } of m.programs) {
      program.kill('SIGTERM');
      await ended;
    }
    expect(contentsOf(folders[1])).toEqual(contentsOf(folders[0]));
    await guests.expectAllOnce(folders[0]);
    expect(moves).toBe(KILLS);
    const result = `${guests.count} acknowledged writes, none lost and none twice`;
    report({ fault: 'new host killed during a planned move', cases: KILLS, result });
  },
  TIMEOUT,
);
