// @vitest-environment happy-dom
import { expect, onTestFinished, test } from 'vitest';
import { on, type ServerEvent } from '../../../../renderer/api';
import { isOver } from '../../../../renderer/chats/events/answers';
import { EventActions } from '../../../../renderer/chats/events/event-actions.svelte';
import { EventDraft } from '../../../../renderer/chats/events/event-draft.svelte';
import { inputOfTime } from '../../../../renderer/common/scheduling/times';
import { CalendarEvent, MessageModel } from '../../../../shared/contract/records';
import { CALENDAR } from '../../../../shared/limits';
import { fakeHost } from '../../../support/hosts/fake-host';
import { recordOf } from '../../record-of';
import { openPage } from '../page';

const HOUR = 3600;
const NOW = Date.UTC(2026, 10, 25, 7, 5) / 1000;
const timeAt = (seconds: number) => inputOfTime(NOW + seconds);

test('a new event needs a title, a start in the future and an end after it', async () => {
  await openPage();
  fakeHost.answer('dialogs.send', () => recordOf(MessageModel, { ID: 7 }));
  const draft = new EventDraft(undefined, NOW);
  expect([draft.startRefusal(NOW), draft.isComplete(NOW)]).toEqual([undefined, false]);
  draft.title = ' Tea ';
  expect(draft.isComplete(NOW)).toBe(true);
  for (const [starts, refusal] of [
    [timeAt(-HOUR), 'past'],
    ['', 'past'],
    [timeAt(CALENDAR.ahead + HOUR), 'tooFar'],
    [timeAt(HOUR), undefined],
  ] as const) {
    draft.starts = starts;
    expect(draft.startRefusal(NOW)).toBe(refusal);
  }
  for (const [ends, refusal] of [
    [timeAt(HOUR), 'endsBefore'],
    [timeAt(2 * HOUR + CALENDAR.duration), 'endsLate'],
    [timeAt(2 * HOUR), undefined],
  ] as const) {
    draft.ends = ends;
    expect(draft.endRefusal()).toBe(refusal);
  }
  await draft.save(5);
  const event = { starts: NOW + HOUR, ends: NOW + 2 * HOUR, place: '', description: '' };
  expect(fakeHost.inputsOf('dialogs.send')).toEqual([{ dialog_id: 5, text: 'Tea', event }]);
});

test('a changed event keeps a start that has passed, and what was not changed', async () => {
  await openPage();
  fakeHost.answer('dialogs.editEvent', () => recordOf(MessageModel, { ID: 7 }));
  const event = recordOf(CalendarEvent, { Starts: NOW - HOUR + 17, Ends: NOW + HOUR + 17, Place: 'Yard' });
  const draft = new EventDraft({ messageId: 7, title: 'Tea', event }, NOW);
  draft.place = 'Roof';
  expect(draft.isComplete(NOW)).toBe(true);
  await draft.save(5);
  // The rest is not sent: someone else may have changed it meanwhile.
  expect(fakeHost.inputsOf('dialogs.editEvent')).toEqual([{ message_id: 7, place: 'Roof' }]);
});

test('choosing the given answer again takes it back, and the answer replaces the message', async () => {
  await openPage();
  const event = recordOf(CalendarEvent, { Going: 1, Mine: 'going' });
  fakeHost.answer('dialogs.answerEvent', () => recordOf(MessageModel, { ID: 7, Event: event }));
  const handled: ServerEvent[] = [];
  onTestFinished(on((event) => void handled.push(event)));
  const actions = new EventActions(7, { attempt: async (work) => void (await work()) });
  await actions.answer('going', { Mine: '' });
  await actions.answer('going', { Mine: 'going' });
  expect(fakeHost.inputsOf('dialogs.answerEvent')).toEqual([
    { message_id: 7, answer: 'going' },
    { message_id: 7, answer: 'none' },
  ]);
  expect(handled[0]).toMatchObject({ Type: 'message_calendar', Message: { ID: 7, Event: { Going: 1 } } });
});

test('an event is over after its end, or three hours after its start if it has no end', () => {
  expect([NOW, NOW + 1].map((Ends) => isOver({ Starts: NOW - HOUR, Ends }, NOW))).toEqual([true, false]);
  expect([3, 2].map((hours) => isOver({ Starts: NOW - hours * HOUR, Ends: 0 }, NOW))).toEqual([true, false]);
});
