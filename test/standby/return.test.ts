import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Community } from '../../shared/contract/records';
import { expectSound, startHost } from '../faults/community';
import {
  contentsOf,
  hashOfDatabase,
  machines,
  pair,
  promote,
  stateWhen,
  urlOf,
  type Machines,
} from './machines';

/** A community that its standby has taken over after the host was killed with three messages that only it had. */
async function takenOver() {
  const m = await machines();
  const host = await m.startHost();
  const { standby } = await pair(m, host.url);
  for (const key of ['message-1', 'message-2']) await m.load.message(host.url, key);
  await stateWhen(m, host.url, ({ State, Behind }) => State === 'in_step' && Behind === 0);
  standby.process.kill('SIGTERM');
  await standby.ended;
  for (const key of ['message-3', 'message-4', 'message-5']) await m.load.message(host.url, key);
  host.program.process.kill('SIGKILL');
  await host.program.ended;
  const successor = promote(m, m.copy);
  const url = urlOf(await successor.line(0));
  await m.load.message(url, 'message-6');
  return { m, successor, url };
}

/** Starts the old host again and waits until it knows that it has a successor. */
async function returnOf(m: Machines) {
  const { program, url } = await startHost(m.community.data);
  m.programs.push(program);
  for (;;) {
    const { ReadOnly } = await m.call<Community>(url, 'GET', '/community');
    if (ReadOnly === 'superseded') return { program, url };
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const textsAt = async (m: Machines, url: string) => {
  const path = `/dialogs/${m.community.dialog}/messages?limit=100`;
  const messages = await m.call<{ Text: string }[]>(url, 'GET', path);
  return messages.map(({ Text }) => Text.split(' ', 1)[0]).toReversed();
};

test('a host that returns after a takeover is read-only, lists writes that only it has, and follows the new host', async () => {
  const { m, successor, url: newUrl } = await takenOver();
  const first = await returnOf(m);
  expect(await textsAt(m, first.url)).toEqual([
    'message-1',
    'message-2',
    'message-3',
    'message-4',
    'message-5',
  ]);
  expect(await textsAt(m, newUrl)).toEqual(['message-1', 'message-2', 'message-6']);
  const refused = await m.load.message(first.url, 'message-7');
  expect([refused.status, refused.body.detail]).toEqual([409, 'superseded']);
  const { Successor } = await stateWhen(m, first.url, () => true);
  expect(Successor).toMatchObject({ How: 'takeover', Urls: [newUrl] });
  expect(Successor?.Unreplicated).toBeGreaterThanOrEqual(3);

  // It knows after being killed too, without being told again.
  first.program.process.kill('SIGKILL');
  await first.program.ended;
  const again = await startHost(m.community.data);
  m.programs.push(again.program);
  expect((await m.load.message(again.url, 'message-8')).status).toBe(409);
  expect(await m.call(again.url, 'GET', '/admin/standby/unreplicated')).toEqual([
    { Name: 'Ann', Messages: 3, Posts: 0, Comments: 0 },
  ]);
  const listed = readFileSync(join(m.community.data, 'standby-unreplicated.txt'), 'utf8');
  expect(listed.match(/Message in Yard by Ann:\n {4}message-\d/g)).toEqual(
    [3, 4, 5].map((index) => `Message in Yard by Ann:\n    message-${index}`),
  );

  // The same program goes on as the standby when the owner wants it.
  expect((await stateWhen(m, again.url, () => true)).Successor?.CanRejoin).toBe(true);
  await m.call(again.url, 'POST', '/admin/standby/rejoin', {});
  const follower = again.program;
  expect(await follower.line(1)).toMatch(/^The community is hosted on .* now$/);
  expect(await follower.line(2)).toBe('Standby is in step with Courtyard');
  await m.load.message(newUrl, 'message-9');
  await stateWhen(m, newUrl, ({ State, Behind }) => State === 'in_step' && Behind === 0);
  const aside = readdirSync(m.community.data).find((name) => name.startsWith('standby-own-data-')) ?? '';
  expectSound(join(m.community.data, aside, 'courtyard.db'));
  expect(contentsOf(join(m.community.data, aside)).texts.map((text) => text.split(' ', 1)[0])).toEqual([
    'message-1',
    'message-2',
    'message-3',
    'message-4',
    'message-5',
  ]);
  for (const program of [successor, follower]) {
    program.process.kill('SIGTERM');
    expect(await program.ended).toBe(0);
  }
  expect(contentsOf(m.community.data)).toEqual(contentsOf(m.copy));
  expect(hashOfDatabase(m.community.data)).toBe(hashOfDatabase(m.copy));
});

test('without a link and without a successor a host cannot become a standby', async () => {
  const m = await machines();
  const program = m.startStandby('', m.community.data);
  expect(await program.ended).toBe(1);
  expect(program.noted.at(-1)).toContain('needs a link');
});
