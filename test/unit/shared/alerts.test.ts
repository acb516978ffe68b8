import { describe, expect, it, test } from 'vitest';
import { notificationHash } from '../../../shared/alerts/notification-text';
import { isQuiet, defaultQuietHours, type QuietHours } from '../../../shared/alerts/quiet-hours';
import { alertOf, dialogOfEvent, dismissedTagOf, tagOfDialog, targetOf } from '../../../shared/alerts/rules';
import type { AlertChoices, AlertDialog } from '../../../shared/alerts/rules';
import { alertsInEnglish } from '../../../shared/texts/en/alerts';
import type { EventMap } from '../../../shared/events';
import type { Notification as Told } from '../../../shared/contract/records';
import {
  Attachment,
  Author,
  CalendarEvent,
  MessageModel,
  Notification,
  Poll,
} from '../../../shared/contract/records';
import { routeAt } from '../../../shared/route-parsing';
import { recordOf } from '../record-of';

const ME = 1;
const BORYS = recordOf(Author, { ID: 2, Name: 'Borys' });
const GROUP = { ID: 12, Type: 'group', Name: 'Football', Avatar: 0 } as const;
const football = (Mute = false): AlertDialog => ({ Type: 'group', Name: 'Football', DialogDude: null, Mute });
const message = (fields: Partial<MessageModel> = {}): { Type: 'message' } & EventMap['message'] => ({
  Type: 'message',
  Message: recordOf(MessageModel, { ID: 34, Author: BORYS, Dialog: GROUP, Text: 'At **ten**', ...fields }),
});
const notification = (
  fields: Partial<Notification>,
): { Type: 'notification' } & EventMap['notification'] => ({
  Type: 'notification',
  Notification: recordOf(Notification, { ID: 5, User: BORYS, ...fields }),
});

/** At noon in June, when it is not quiet. */
function alert(
  heard: Parameters<typeof alertOf>[0],
  dialog?: AlertDialog,
  choices: Partial<AlertChoices> = {},
) {
  return alertOf(heard, dialog, {
    ...{ person: ME, texts: alertsInEnglish, community: 'Lisova 14', isElsewhere: false },
    choices: {
      ...{ isOn: true, showsText: true, sounds: true, quietHours: defaultQuietHours, doNotDisturb: false },
      ...choices,
    },
    now: new Date(2026, 5, 1, 12),
  });
}

test('a message is told by its author and chat, in plain text, in one place for each chat', () => {
  expect(alert(message(), football())).toEqual({
    ...{ tag: tagOfDialog(12), title: 'Borys · Football', body: 'At ten', isSilent: false },
    answerText: alertsInEnglish.answer,
  });
  const alone = { ...GROUP, Type: 'private' } as const;
  expect(alert(message({ Dialog: alone }))?.title).toBe('Borys');
  const channel = { ...GROUP, Type: 'channel' } as const;
  expect(alert(message({ Dialog: channel }), football())?.answerText).toBeNull();
  expect(targetOf(tagOfDialog(12))).toEqual({ hash: '#/chats/12', dialog: 12 });
});

test('a poll and an event are named before their texts, and photos and videos are counted together', () => {
  const poll = recordOf(Poll, {});
  const event = recordOf(CalendarEvent, {});
  const video = recordOf(Attachment, { Type: 'video' });
  expect(alert(message({ Poll: poll }), football())?.body).toBe('Poll: At ten');
  expect(alert(message({ Event: event }), football())?.body).toBe('Event: At ten');
  const bodyOf = (fields: Partial<MessageModel>) => alert(message({ Text: '', ...fields }), football())?.body;
  expect(bodyOf({ Photos: [7] })).toBe('Photo');
  expect(bodyOf({ Photos: [7, 8], Attachments: [video] })).toBe('2 photos and 1 video');
  expect(bodyOf({ Attachments: [video, video] })).toBe('2 videos');
});

test('nothing is told of muted chats, own messages, who joined, likes, and what was read', () => {
  expect(alert(message(), football(true))).toBeNull();
  expect(alert(message({ Author: recordOf(Author, { ID: ME }) }), football())).toBeNull();
  expect(alert(message({ Type: 'join' }), football())).toBeNull();
  expect(alert(message({ Read: true }), football())).toBeNull();
  expect(alert(notification({ Type: 'post_like' }))).toBeNull();
  expect(alert(notification({ Type: 'comment_like' }))).toBeNull();
  expect(alert(notification({ Type: 'comment_post' }))).not.toBeNull();
  expect(alert(notification({ Type: 'comment_post', Read: true }))).toBeNull();
  expect(alert(message(), football(), { isOn: false })).toBeNull();
  expect(alert({ Type: 'reset' })).toBeNull();
});

test('a mention is told once: as the message, or in a muted chat by itself', () => {
  const mention = notification({ Type: 'message_mention', Item: message({ Text: 'But @ann does' }).Message });
  expect(alert(mention, football())).toBeNull();
  expect(alert(mention, football(true))).toMatchObject({ title: 'Borys' });
  expect(alert(mention, football(true))?.body).toContain('But @ann does');
  expect(dialogOfEvent(mention, ME)).toBe(12);
  expect(dialogOfEvent(message(), ME)).toBe(12);
  expect(dialogOfEvent(message({ Author: recordOf(Author, { ID: ME }) }), ME)).toBeNull();
});

const TEXTS = alertsInEnglish;

test.each([
  ['thread_reply', { Thread: 30 }, '#/chats/12/34?thread=30', TEXTS.actions.thread_reply],
  ['message_mention', { Thread: 30 }, '#/chats/12/34?thread=30', TEXTS.actions.message_mention],
  ['message_mention', { EditTimestamp: 90 }, '#/chats/12/34', TEXTS.actions.message_mention],
  ['event_changed', {}, '#/chats/12/34', TEXTS.actions.event_changed],
  ['event_canceled', {}, '#/chats/12/34', TEXTS.actions.event_canceled],
  ['event_reminder', {}, '#/chats/12/34', null],
  ['scheduled_refused', { Scheduled: 1 }, '#/chats/12', null],
] as const)('%s with %o alerts, as no new message does', (Type, fields, hash, action) => {
  const { Message: Item } = message({ Timestamp: 60, ...fields });
  const event = notification({ Type, Item, Timestamp: 90 });
  for (const isMuted of [false, true]) {
    const shown = alert(event, football(isMuted));
    expect(shown).toMatchObject({ body: action ? `${action}: At ten` : 'At ten', answerText: null });
    expect(targetOf(shown?.tag ?? '')).toEqual({ hash, dialog: null });
  }
  // Who was removed from a dialog can't load it.
  expect(dialogOfEvent(event, ME)).toBeNull();
});

test('an event that was deleted is named, and leads to who did that', () => {
  const event = notification({
    Type: 'event_canceled',
    Item: null,
    Text: 'Party',
    User: recordOf(Author, { ID: 8 }),
  });
  expect(alert(event)).toMatchObject({ body: `${TEXTS.actions.event_canceled}: Party` });
  expect(targetOf(alert(event)?.tag ?? '')).toMatchObject({ hash: '#/people/8' });
});

test('what nobody else caused is told without the own name', () => {
  const { Message: Item } = message({ Text: 'Party' });
  const reminder = notification({ Type: 'event_reminder', Item });
  expect(alert(reminder)).toMatchObject({ title: TEXTS.own.event_reminder, body: 'Party' });
  const backups = notification({ Type: 'old_backups' });
  expect(alert(backups)).toMatchObject({ title: TEXTS.own.old_backups, body: '' });
});

test('a mention is told once, also if its message is edited before it is told', () => {
  const { Message: Item } = message({ Timestamp: 60, EditTimestamp: 90 });
  expect(alert(notification({ Type: 'message_mention', Item, Timestamp: 60 }), football())).toBeNull();
});

test('names and text, or sounds, are left away where that is chosen', () => {
  expect(alert(message(), football(), { showsText: false })).toMatchObject({
    ...{ title: 'Lisova 14', body: alertsInEnglish.message, isSilent: false },
  });
  expect(alert(message(), football(), { sounds: false })?.isSilent).toBe(true);
});

test('in quiet hours nothing is told but of the chats that are excepted', () => {
  const quietHours = { ...defaultQuietHours, isOn: true, from: 0, to: 0, except: [13] };
  expect(alert(message(), football(), { quietHours })).toBeNull();
  expect(alert(message({ Dialog: { ...GROUP, ID: 13 } }), football(), { quietHours })).not.toBeNull();
  expect(alert(notification({ Type: 'comment_post' }), undefined, { quietHours })).toBeNull();
});

test('what was told is taken away once the own person has read it, and nobody else', () => {
  expect(dismissedTagOf({ Type: 'read', Dialog: 12, User: ME, Message: 34 }, ME)).toBe(tagOfDialog(12));
  expect(dismissedTagOf({ Type: 'read', Dialog: 12, User: 2, Message: 34 }, ME)).toBeNull();
});

test('nothing alerts while the person does not want to be disturbed', () => {
  const choices = { doNotDisturb: true };
  expect(alert(message(), football(), choices)).toBeNull();
  expect(alert(notification({ Type: 'comment_post' }), undefined, choices)).toBeNull();
});

describe('quiet hours', () => {
  /** Of June 2026, whose first day is a Monday. */
  const at = (day: number, hour: number, minute = 0) => new Date(2026, 5, day, hour, minute);
  const hours = (part: Partial<QuietHours>): QuietHours => ({ ...defaultQuietHours, isOn: true, ...part });

  it.each([
    ['in the evening', hours({}), at(1, 22), true],
    ['before they begin', hours({}), at(1, 21, 59), false],
    ['in the morning after', hours({}), at(2, 6, 59), true],
    ['once they are over', hours({}), at(2, 7), false],
    ['when they are off', hours({ isOn: false }), at(1, 23), false],
    ['in the night after their day', hours({ days: [5] }), at(6, 3), true],
    ['in the night before their day', hours({ days: [5] }), at(5, 3), false],
    ['in the night from Sunday to Monday', hours({ days: [7] }), at(8, 3), true],
    ['at noon, when they are by day', hours({ from: 540, to: 1020, days: [1] }), at(1, 12), true],
    ['at noon of another day', hours({ from: 540, to: 1020, days: [1] }), at(2, 12), false],
    ['at any time, when they end as they begin', hours({ from: 600, to: 600 }), at(3, 4), true],
  ])('%s', (_when, when, moment, isSo) => {
    expect(isQuiet(when, moment)).toBe(isSo);
  });

  it('do not hold for the chats that are excepted', () => {
    expect(isQuiet(hours({ except: [7] }), at(1, 23), 7)).toBe(false);
    expect(isQuiet(hours({ except: [7] }), at(1, 23), 8)).toBe(true);
  });
});

it('what notifications tell of is where the pages have it', () => {
  const User = { ID: 7, Link: 'olena' };
  const at = (Item: object | null) => routeAt(notificationHash({ User, Item } as unknown as Told));
  expect(at({ ID: 9, Content: '' })).toEqual({ view: 'post', postId: 9 });
  expect(at({ ID: 31, Content: '', Post: { ID: 9 } })).toEqual({ view: 'post', postId: 9, commentId: 31 });
  expect(at({ ID: 34, Text: '', Dialog: { ID: 12 } })).toEqual({
    ...{ view: 'chats', dialogId: 12, messageId: 34 },
  });
  expect(at({ Message: '', Target: { ID: 8, Link: '' } })).toEqual({ view: 'person', user: '8' });
  expect(at(null)).toEqual({ view: 'person', user: 'olena' });
});

test('a chat that was muted for a time alerts again after it', () => {
  const noon = new Date(2026, 5, 1, 12).getTime() / 1000;
  expect(alert(message(), { ...football(true), MuteUntil: noon + 1 })).toBeNull();
  expect(alert(message(), { ...football(true), MuteUntil: noon })).not.toBeNull();
});

test('long names leave room for the chat in a title, and emoji are not cut in half', () => {
  const long = recordOf(Author, { ID: 2, Name: 'Bartholomew'.repeat(9) });
  expect(alert(message({ Author: long }), football())?.title).toMatch(/^Bartholomew.{28}… · Football$/);
  const festive = recordOf(Author, { ID: 2, Name: 'a' + '🎉'.repeat(99) });
  const alone = { ...GROUP, Type: 'private' } as const;
  expect(alert(message({ Author: festive }), football())?.title.isWellFormed()).toBe(true);
  expect(alert(message({ Author: festive, Dialog: alone }))?.title.isWellFormed()).toBe(true);
  expect(alert(message({ Text: 'b' + '🎉'.repeat(500) }), football())?.body.isWellFormed()).toBe(true);
});

test('names written from right to left keep their order in a title', () => {
  const author = recordOf(Author, { ID: 2, Name: 'דוד 3' });
  expect(alert(message({ Author: author }), football())?.title).toBe('\u2068דוד 3\u2069 · Football');
});
