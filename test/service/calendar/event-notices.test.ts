import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Service } from '../../../electron/service';
import { testService, type TestPerson, type TestService } from '../../support/service';

const HOUR = 3600;

/** Ann's group and her event in three hours, to which she and Bob go, Cleo perhaps and Dan not. */
async function party(t: TestService) {
  const [ann, bob, cleo, dan, eve] = await t.people('Ann', 'Bob', 'Cleo', 'Dan', 'Eve');
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
  for (const one of [bob, cleo, dan, eve]) await one.call('dialogs.join', { dialog_id, user_id: '@me' });
  const starts = t.clock.seconds + 3 * HOUR;
  const { ID: message_id } = await ann.call('dialogs.send', { dialog_id, text: 'Party', event: { starts } });
  for (const [one, answer] of [
    [ann, 'going'],
    [bob, 'going'],
    [cleo, 'maybe'],
    [dan, 'declined'],
  ] as const)
    await one.call('dialogs.answerEvent', { message_id, answer });
  return { ann, bob, cleo, dan, eve, people: [ann, bob, cleo, dan, eve], message_id, starts, dialog_id };
}

/** Who was notified by a type, in the order of the people. */
async function notified(
  { service }: { service: Service },
  people: readonly TestPerson[],
  type: string,
): Promise<string[]> {
  await service.settled();
  const found = [];
  for (const { session, name } of people) {
    const list = await service.call(session, 'people.notifications', {});
    found.push(...list.filter((one) => one.Type === type).map(() => name));
  }
  return found;
}

test('reminds everyone going or maybe an hour before, once', async () => {
  const t = await testService();
  const { people, bob, message_id } = await party(t);
  t.clock.advance(2 * HOUR - 1);
  expect(await notified(t, people, 'event_reminder')).toEqual([]);
  t.clock.advance(1);
  const line = await bob.listen();
  expect(await notified(t, people, 'event_reminder')).toEqual(['Ann', 'Bob', 'Cleo']);
  expect((await line.take()).filter(({ Type }) => Type === 'notification')).toMatchObject([
    { Notification: { Type: 'event_reminder', Item: { ID: message_id, Text: 'Party' } } },
  ]);
  t.clock.advance(HOUR / 2);
  t.clock.advance(-HOUR);
  t.clock.advance(HOUR);
  expect(await notified(t, people, 'event_reminder')).toEqual(['Ann', 'Bob', 'Cleo']);
});

test('reminds nobody of an event that was canceled or deleted, and at the new time of one that moved', async () => {
  const t = await testService();
  const { ann, people, message_id, starts, dialog_id } = await party(t);
  await ann.call('dialogs.editEvent', { message_id, starts: starts + HOUR });
  for (const end of ['dialogs.cancelEvent', 'dialogs.deleteMessage'] as const) {
    const { ID } = await ann.call('dialogs.send', { dialog_id, text: 'Other', event: { starts } });
    await ann.call('dialogs.answerEvent', { message_id: ID, answer: 'going' });
    await ann.call(end, { message_id: ID });
  }
  t.clock.advance(2 * HOUR);
  expect(await notified(t, people, 'event_reminder')).toEqual([]);
  t.clock.advance(HOUR);
  expect(await notified(t, people, 'event_reminder')).toEqual(['Ann', 'Bob', 'Cleo']);
});

test('reminds no one who has left or was removed', async () => {
  const t = await testService();
  const { ann, bob, cleo, people, dialog_id } = await party(t);
  await bob.call('dialogs.leave', { dialog_id, user_id: '@me' });
  await ann.call('dialogs.leave', { dialog_id, user_id: cleo.id });
  t.clock.advance(2 * HOUR);
  expect(await notified(t, people, 'event_reminder')).toEqual(['Ann']);
});

test('a host that was off reminds when it starts, once, unless the event has begun', async () => {
  for (const [late, reminded] of [
    [HOUR / 2, ['Ann', 'Bob', 'Cleo']],
    [HOUR, []],
  ] as const) {
    const data = mkdtempSync(join(tmpdir(), 'courtyard-events-'));
    onTestFinished(() => rmSync(data, { recursive: true, force: true }));
    const t = await testService({ data });
    const { people } = await party(t);
    await t.service.close();
    t.clock.advance(2 * HOUR + late);
    for (let start = 0; start < 2; start++) {
      const next = await testService({ data, clock: t.clock });
      expect(await notified(next, people, 'event_reminder')).toEqual(reminded);
      await next.service.close();
    }
  }
});

test('tells everyone who answered of another time or place, but not of other words', async () => {
  const t = await testService();
  const { ann, people, message_id } = await party(t);
  await ann.call('dialogs.editEvent', { message_id, title: 'Feast', description: 'Bring cake' });
  await ann.call('dialogs.editEvent', { message_id });
  expect(await notified(t, people, 'event_changed')).toEqual([]);
  await ann.call('dialogs.editEvent', { message_id, place: 'Roof' });
  expect(await notified(t, people, 'event_changed')).toEqual(['Bob', 'Cleo', 'Dan']);
  await ann.call('dialogs.cancelEvent', { message_id });
  expect(await notified(t, people, 'event_canceled')).toEqual(['Bob', 'Cleo']);
});

test('notifies a crowd in several transactions, each person once', async () => {
  const t = await testService();
  const names = Array.from({ length: 21 }, (_, at) => `P${at}`);
  const [ann, ...crowd] = await t.people('Ann', ...names);
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
  const event = { starts: t.clock.seconds + 3 * HOUR };
  const { ID: message_id } = await ann.call('dialogs.send', { dialog_id, text: 'Party', event });
  for (const one of crowd) {
    await one.call('dialogs.join', { dialog_id, user_id: '@me' });
    await one.call('dialogs.answerEvent', { message_id, answer: 'going' });
  }
  await ann.call('dialogs.cancelEvent', { message_id });
  expect(await notified(t, crowd, 'event_canceled')).toEqual(names);
});
