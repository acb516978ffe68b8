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
  const { ann, crowd, names, message_id } = await crowdedParty(t);
  await ann.call('dialogs.cancelEvent', { message_id });
  expect(await notified(t, crowd, 'event_canceled')).toEqual(names);
});

/** Ann's event, to which more people go than are notified in one transaction. */
async function crowdedParty(t: TestService) {
  const names = Array.from({ length: 21 }, (_, at) => `P${at}`);
  const [ann, ...crowd] = await t.people('Ann', ...names);
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
  const event = { starts: t.clock.seconds + 3 * HOUR };
  const { ID: message_id } = await ann.call('dialogs.send', { dialog_id, text: 'Party', event });
  for (const one of crowd) {
    await one.call('dialogs.join', { dialog_id, user_id: '@me' });
    await one.call('dialogs.answerEvent', { message_id, answer: 'going' });
  }
  return { ann, crowd, names, message_id };
}

/** The notifications of a type that a person has, newest first. */
async function notices({ service }: { service: Service }, { session }: TestPerson, type: string) {
  await service.settled();
  return (await service.call(session, 'people.notifications', {})).filter((one) => one.Type === type);
}

test('a deleted event is canceled for everyone going or maybe, who see which one it was', async () => {
  const t = await testService();
  const { ann, bob, people, message_id, dialog_id, starts } = await party(t);
  await ann.call('dialogs.editEvent', { message_id, title: 'Feast' });
  await ann.call('dialogs.deleteMessage', { message_id });
  expect(await notified(t, people, 'event_canceled')).toEqual(['Bob', 'Cleo']);
  expect(await notices(t, bob, 'event_canceled')).toMatchObject([
    { User: { ID: ann.id }, Item: null, Text: 'Feast' },
  ]);
  // A message with replies remains in its place, without the event.
  const event = { starts };
  const { ID } = await bob.call('dialogs.send', { dialog_id, text: 'Tea', event });
  await bob.call('dialogs.send', { dialog_id, text: 'Yes!', thread: ID });
  await ann.call('dialogs.answerEvent', { message_id: ID, answer: 'maybe' });
  await ann.call('dialogs.deleteMessage', { message_id: ID });
  expect(await notices(t, ann, 'event_canceled')).toEqual([]);
  const { ID: other } = await bob.call('dialogs.send', { dialog_id, text: 'Tea', event });
  await bob.call('dialogs.send', { dialog_id, text: 'Yes!', thread: other });
  await ann.call('dialogs.answerEvent', { message_id: other, answer: 'maybe' });
  await bob.call('dialogs.deleteMessage', { message_id: other });
  expect(await notices(t, ann, 'event_canceled')).toMatchObject([
    { User: { ID: bob.id }, Item: { ID: other, Type: 'deleted' }, Text: 'Tea' },
  ]);
});

test('nobody is told that an event was deleted which is over or was canceled before', async () => {
  const t = await testService();
  const { ann, people, message_id, dialog_id } = await party(t);
  t.clock.advance(6 * HOUR);
  await ann.call('dialogs.deleteMessage', { message_id });
  expect(await notified(t, people, 'event_canceled')).toEqual([]);
  const event = { starts: t.clock.seconds + HOUR };
  const { ID } = await ann.call('dialogs.send', { dialog_id, text: 'Tea', event });
  for (const one of people.slice(1))
    await one.call('dialogs.answerEvent', { message_id: ID, answer: 'going' });
  await Promise.all([
    ann.call('dialogs.cancelEvent', { message_id: ID }),
    ann.call('dialogs.deleteMessage', { message_id: ID }),
  ]);
  expect(await notified(t, people, 'event_canceled')).toEqual(['Bob', 'Cleo', 'Dan', 'Eve']);
});

test('the events of a deleted chat are canceled for its members', async () => {
  const t = await testService();
  const { ann, bob, cleo, eve, people, dialog_id, starts } = await party(t);
  const event = { starts: t.clock.seconds + 1, ends: starts };
  const { ID } = await ann.call('dialogs.send', { dialog_id, text: 'Begun', event });
  for (const one of [bob, eve]) await one.call('dialogs.answerEvent', { message_id: ID, answer: 'going' });
  t.clock.advance(1);
  await bob.call('dialogs.leave', { dialog_id, user_id: '@me' });
  await ann.call('dialogs.remove', { dialog_id });
  expect(await notified(t, people, 'event_canceled')).toEqual(['Cleo', 'Eve']);
  expect(await notices(t, cleo, 'event_canceled')).toMatchObject([{ Item: null, Text: 'Party' }]);
  expect(await notices(t, eve, 'event_canceled')).toMatchObject([{ Item: null, Text: 'Begun' }]);
});

test('a block keeps what becomes of an event only from those who do not go', async () => {
  const t = await testService();
  const { ann, bob, cleo, dan, people, message_id } = await party(t);
  await bob.call('people.block', { user: String(ann.id) });
  await ann.call('people.block', { user: String(cleo.id) });
  await dan.call('people.block', { user: String(ann.id) });
  await ann.call('dialogs.editEvent', { message_id, place: 'Roof' });
  expect(await notified(t, people, 'event_changed')).toEqual(['Bob', 'Cleo']);
  await ann.call('dialogs.cancelEvent', { message_id });
  expect(await notified(t, people, 'event_canceled')).toEqual(['Bob', 'Cleo']);
});

test('a block deletes nothing that was told of events', async () => {
  const t = await testService();
  const { ann, bob, people, message_id } = await party(t);
  await ann.call('dialogs.cancelEvent', { message_id });
  await t.service.settled();
  await ann.call('people.block', { user: String(bob.id) });
  expect(await notified(t, people, 'event_canceled')).toEqual(['Bob', 'Cleo']);
});

test('a crowd is told of a deleted event in several transactions, each person once', async () => {
  const t = await testService();
  const { ann, crowd, names, message_id } = await crowdedParty(t);
  await ann.call('dialogs.deleteMessage', { message_id });
  expect(await notified(t, crowd, 'event_canceled')).toEqual(names);
});
