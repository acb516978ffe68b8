import { beforeEach, describe, expect, test } from 'vitest';
import type { Input } from '../../../shared/contract';
import type { CalendarEvent } from '../../../shared/contract/records';
import { CALENDAR, LIMITS } from '../../../shared/limits';
import { testService, type TestPerson, type TestService } from '../../support/service';

type NewEvent = NonNullable<Input<'dialogs.send'>['event']>;

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Ann owns a group in which Bob and Dan are members; Carl is a stranger to it. */
let t: TestService;
let ann: TestPerson;
let bob: TestPerson;
let carl: TestPerson;
let dan: TestPerson;
let dialog_id: number;

beforeEach(async () => {
  t = await testService();
  [ann, bob, carl, dan] = await t.people('Ann', 'Bob', 'Carl', 'Dan');
  ({ ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' }));
  for (const one of [bob, dan]) await one.call('dialogs.join', { dialog_id, user_id: '@me' });
});

describe('an event', () => {
  test('counts one answer of each person, which can be changed and taken back, and shows who is going', async () => {
    const message_id = await plan(bob);
    await ann.call('dialogs.answerEvent', { message_id, answer: 'maybe' });
    await bob.call('dialogs.answerEvent', { message_id, answer: 'going' });
    const { Event } = await dan.call('dialogs.answerEvent', { message_id, answer: 'going' });
    expect(Event).toMatchObject({ Going: 2, Maybe: 1, Declined: 0, Mine: 'going' });
    expect(Event?.People.map((one) => one.Name)).toEqual(['Bob', 'Dan']);
    await dan.call('dialogs.answerEvent', { message_id, answer: 'declined' });
    await ann.call('dialogs.answerEvent', { message_id, answer: 'none' });
    expect(await eventOf(ann, message_id)).toMatchObject({ Going: 1, Maybe: 0, Declined: 1, Mine: '' });
    const names = async (answer: 'going' | 'declined') =>
      (await ann.call('dialogs.attendees', { message_id, answer })).map((one) => one.Name);
    expect([await names('going'), await names('declined')]).toEqual([['Bob'], ['Dan']]);
  });

  test('shows no more people than fit, though it counts all', async () => {
    const message_id = await plan(bob);
    const more = await t.people('Eve', 'Fay', 'Gus', 'Hal');
    for (const one of more) await one.call('dialogs.join', { dialog_id, user_id: '@me' });
    for (const one of [...more, ann, bob, dan]) await answer(one, message_id, 'going');
    const event = await eventOf(ann, message_id);
    expect(event?.Going).toBe(7);
    expect(event?.People).toHaveLength(LIMITS.eventPeople);
  });

  test('sends each viewer their own answer, only on a change', async () => {
    const message_id = await plan(ann);
    const lines = [await ann.listen(), await bob.listen()];
    const take = () => Promise.all(lines.map((line) => line.take()));
    await take();
    // Taken after each answer: an event shows what is true when it is delivered.
    const taken = [];
    for (const given of ['going', 'going', 'none'] as const) {
      await bob.call('dialogs.answerEvent', { message_id, answer: given });
      taken.push(await take());
    }
    const first = (Mine: string) => ({
      Type: 'message_calendar',
      Message: { Event: { Going: 1, Mine, People: [{ ID: bob.id }] } },
    });
    expect(taken[0]).toMatchObject([[first('')], [first('going')]]);
    expect(taken[1]).toEqual([[], []]);
    expect(taken[2]).toMatchObject([
      [{ Message: { Event: { Going: 0, People: [] } } }],
      [{ Message: { Event: { Going: 0, Mine: '' } } }],
    ]);
  });

  test('is not there for strangers, and its answers leave the dialog with a member', async () => {
    const message_id = await plan(ann);
    for (const [name, input] of [
      ['dialogs.answerEvent', { message_id, answer: 'going' }],
      ['dialogs.attendees', { message_id, answer: 'going' }],
      ['dialogs.eventFile', { message_id }],
      ['dialogs.editEvent', { message_id, place: 'Here' }],
      ['dialogs.cancelEvent', { message_id }],
    ] as const)
      expect((await carl.refused(name, input)).code).toBe('not_found');
    await answer(bob, message_id, 'going');
    await bob.call('dialogs.leave', { dialog_id, user_id: '@me' });
    expect(await eventOf(ann, message_id)).toMatchObject({ Going: 0, People: [] });
  });

  test('is changed and canceled by its author and by admins, no others', async () => {
    const message_id = await plan(bob);
    for (const name of ['dialogs.editEvent', 'dialogs.cancelEvent'] as const)
      expect((await dan.refused(name, { message_id })).code).toBe('access_denied');
    const edited = await ann.call('dialogs.editEvent', { message_id, title: 'Dinner', place: 'Roof' });
    expect(edited).toMatchObject({
      Text: 'Dinner',
      EditTimestamp: t.clock.seconds,
      Event: { Place: 'Roof' },
    });
    expect(edited.Author.ID).toBe(bob.id);
    const found = await dan.call('dialogs.searchMessages', { mask: 'dinner' });
    expect(found.map((one) => one.ID)).toEqual([message_id]);
    await bob.call('dialogs.cancelEvent', { message_id });
    await bob.call('dialogs.cancelEvent', { message_id });
    expect((await eventOf(ann, message_id))?.Canceled).toBe(true);
    for (const [name, input] of [
      ['dialogs.answerEvent', { message_id, answer: 'going' }],
      ['dialogs.editEvent', { message_id, place: 'Yard' }],
    ] as const)
      expect((await bob.refused(name, input)).code).toBe('conflict');
  });

  test('in a private chat is its author’s alone, and a block closes it', async () => {
    const { ID: duet } = await ann.call('dialogs.createPrivate', { user_id: bob.id });
    const message_id = await plan(ann, {}, duet);
    await answer(bob, message_id, 'going');
    expect((await bob.refused('dialogs.cancelEvent', { message_id })).code).toBe('access_denied');
    await bob.call('people.block', { user: ann.id });
    for (const one of [ann, bob])
      expect((await one.refused('dialogs.answerEvent', { message_id, answer: 'maybe' })).code).toBe(
        'access_denied',
      );
  });

  test('takes no answers once it is over', async () => {
    const starts = t.clock.seconds + DAY;
    const message_id = await plan(ann, { starts, ends: starts + HOUR });
    t.clock.advance(DAY + HOUR - 1);
    await answer(bob, message_id, 'going');
    t.clock.advance(1);
    expect((await bob.refused('dialogs.answerEvent', { message_id, answer: 'none' })).code).toBe('conflict');
    expect((await ann.refused('dialogs.cancelEvent', { message_id })).code).toBe('conflict');
  });

  test('without an end takes answers for three hours', async () => {
    const message_id = await plan(ann, { starts: t.clock.seconds + HOUR, ends: 0 });
    t.clock.advance(4 * HOUR - 1);
    await answer(bob, message_id, 'going');
    t.clock.advance(1);
    expect((await bob.refused('dialogs.answerEvent', { message_id, answer: 'none' })).code).toBe('conflict');
  });

  test('is a message of its own, which is neither edited, forwarded, scheduled nor a poll, and goes with it', async () => {
    const message_id = await plan(ann);
    expect((await ann.refused('dialogs.editMessage', { message_id, text: 'Else' })).code).toBe('conflict');
    expect((await ann.refused('dialogs.send', { dialog_id, forward: message_id })).code).toBe('conflict');
    const event = { starts: t.clock.seconds + DAY };
    const refused = async (more: object) =>
      (await ann.refused('dialogs.send', { dialog_id, text: 'Party', event, ...more })).fields;
    expect(await refused({ timestamp: t.clock.seconds + 60 })).toHaveProperty('timestamp');
    expect(await refused({ poll: { options: ['Yes', 'No'] } })).toHaveProperty('event');
    await ann.call('dialogs.deleteMessage', { message_id });
    expect((await ann.refused('dialogs.attendees', { message_id, answer: 'going' })).code).toBe('not_found');
    expect(await ann.call('dialogs.calendar', range())).toEqual([]);
  });

  test('is refused with the name of the wrong field', async () => {
    const now = t.clock.seconds;
    const starts = now + DAY;
    const fields = async (event: Partial<NewEvent>, text = 'Party') =>
      Object.keys(
        (await ann.refused('dialogs.send', { dialog_id, text, event: { starts, ...event } })).fields ?? {},
      );
    for (const time of [now, now - 1, now + CALENDAR.ahead + 1])
      expect(await fields({ starts: time })).toEqual(['event.starts']);
    for (const time of [1.5, -1, Number.MAX_SAFE_INTEGER * 2, '2026-11-25', Number.NaN])
      expect(await fields({ starts: time as number })).toEqual(['event.starts']);
    for (const ends of [starts, starts - 1, starts + CALENDAR.duration + 1])
      expect(await fields({ ends })).toEqual(['event.ends']);
    expect(await fields({ place: 'x'.repeat(LIMITS.eventPlace + 1) })).toEqual(['event.place']);
    expect(await fields({ description: 'x'.repeat(LIMITS.eventDescription + 1) })).toEqual([
      'event.description',
    ]);
    expect(await fields({}, ' ')).toEqual(['text']);
    expect(await fields({}, 'x'.repeat(LIMITS.eventTitle + 1))).toEqual(['text']);
    const message_id = await plan(ann, { starts, ends: starts + HOUR });
    const edit = async (change: object) =>
      Object.keys((await ann.refused('dialogs.editEvent', { message_id, ...change })).fields ?? {});
    expect(await edit({ starts: now })).toEqual(['starts']);
    expect(await edit({ starts: starts + 2 * HOUR })).toEqual(['ends']);
    expect(await edit({ title: ' ' })).toEqual(['title']);
  });
});

describe('the calendar', () => {
  test('lists events of all own dialogs that take place in a range, the earliest first', async () => {
    const now = t.clock.seconds;
    const { ID: duet } = await ann.call('dialogs.createPrivate', { user_id: bob.id });
    const { ID: other } = await carl.call('dialogs.create', { name: 'Other', type: 'group' });
    await plan(carl, { starts: now + 5 * DAY }, other);
    const late = await plan(ann, { starts: now + 9 * DAY });
    const early = await plan(bob, { starts: now + 5 * DAY }, duet);
    const long = await plan(ann, { starts: now + 2 * DAY, ends: now + 6 * DAY });
    const ids = async (person: TestPerson, from: number, to: number) =>
      (await person.call('dialogs.calendar', { from: now + from * DAY, to: now + to * DAY })).map(
        (one) => one.ID,
      );
    expect(await ids(ann, 1, 20)).toEqual([long, early, late]);
    expect(await ids(ann, 5, 9)).toEqual([long, early]);
    expect(await ids(ann, 6, 9)).toEqual([]);
    expect(await ids(dan, 1, 20)).toEqual([long, late]);
    for (const to of [now, now + CALENDAR.range + 1])
      expect((await ann.refused('dialogs.calendar', { from: now, to })).fields).toHaveProperty('to');
  });
});

function range() {
  return { from: t.clock.seconds, to: t.clock.seconds + 30 * DAY };
}

async function plan(person: TestPerson, event: Partial<NewEvent> = {}, dialog = dialog_id): Promise<number> {
  const starts = t.clock.seconds + DAY;
  const input = { dialog_id: dialog, text: 'Party', event: { starts, ...event } };
  return (await person.call('dialogs.send', input)).ID;
}

async function answer(person: TestPerson, message_id: number, given: 'going' | 'maybe'): Promise<void> {
  await person.call('dialogs.answerEvent', { message_id, answer: given });
}

async function eventOf(person: TestPerson, message_id: number): Promise<CalendarEvent | undefined> {
  return (await person.call('dialogs.message', { message_id })).Event;
}
