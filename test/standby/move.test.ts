import { expect, test } from 'vitest';
import { report } from '../faults/scale';
import { Guests } from './guests';
import {
  contentsOf,
  hashOfDatabase,
  machines,
  pair,
  promote,
  sequenceOf,
  stateWhen,
  urlOf,
} from './machines';

test('the community moves to its standby while everyone writes, and back again', async () => {
  const m = await machines();
  const host = await m.startHost();
  await pair(m, host.url);
  const { Log: log } = await sequenceOf(m, host.url);
  const guests = new Guests(m, [host.url]);
  await guests.until(20);

  const second = promote(m, m.copy);
  const began = performance.now();
  const secondUrl = urlOf(await second.line(0));
  guests.add(secondUrl);
  await guests.until(guests.count + 20);
  const ms = Math.round(performance.now() - began);
  const result = `hosted there after ${ms} ms, ${guests.longestGap} ms between two acknowledged writes`;
  report({ fault: 'planned move while three guests write', cases: 1, result });

  // The old host follows the new one, from where it was, and leads everyone there.
  expect(await host.program.line(1)).toMatch(/^The community is hosted on .* now$/);
  expect(await host.program.line(2)).toBe('Standby is in step with Courtyard');
  await stateWhen(m, secondUrl, ({ State }) => State === 'in_step');
  expect(second.noted.filter((line) => line.includes('the standby is connected'))).toEqual([
    expect.stringContaining('"copy":false'),
  ]);
  const page = await fetch(`${host.url}/files`, { headers: { accept: 'text/html' }, redirect: 'manual' });
  expect([page.status, page.headers.get('location')]).toEqual([307, `${secondUrl}/files`]);
  expect(await page.text()).toContain(`<a href="${secondUrl}">`);
  const refused = await m.load.message(host.url, 'message-1');
  expect([refused.status, refused.body.detail]).toEqual([503, 'unavailable']);
  expect((await sequenceOf(m, secondUrl)).Log).toBe(log);

  const first = promote(m, m.community.data);
  const firstUrl = urlOf(await first.line(0));
  expect(await host.program.ended).toBe(0);
  guests.add(firstUrl);
  await guests.until(guests.count + 20);
  await guests.stop();
  expect(await second.line(2)).toBe('Standby is in step with Courtyard');
  await stateWhen(m, firstUrl, ({ State, Behind }) => State === 'in_step' && Behind === 0);
  expect((await sequenceOf(m, firstUrl)).Log).toBe(log);

  for (const program of [first, second]) {
    program.process.kill('SIGTERM');
    expect(await program.ended).toBe(0);
  }
  expect(contentsOf(m.copy)).toEqual(contentsOf(m.community.data));
  expect(hashOfDatabase(m.copy)).toBe(hashOfDatabase(m.community.data));
  await guests.expectAllOnce(m.community.data);
});
