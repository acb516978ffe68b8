import type { Name } from '../../../shared/contract';
import { pendingCase, type Case, type World } from './world';

/** The place of a pinned dialog. */
function orderOf(list: readonly { ID: number; PinOrder: number }[], id: number | undefined): number {
  return list.find((one) => one.ID === id)?.PinOrder ?? 0;
}

/** Pending calls and where they show. */
export function messageCases(w: World): Case<Name, Name>[] {
  const messages = { dialog_id: w.group };
  const text = 'Pending text';
  return [
    pendingCase(
      'dialogs.send',
      { dialog_id: w.group, text, nonce: 'n1' },
      'dialogs.messages',
      messages,
      ([m]) => m?.Text === text,
    ),
    pendingCase('dialogs.send', { dialog_id: w.group, text }, 'dialogs.list', {}, (list) =>
      list.some((one) => one.LastMessage?.Text === text),
    ),
    pendingCase(
      'dialogs.send',
      { dialog_id: w.group, text: 'A needle' },
      'dialogs.searchMessages',
      { mask: 'needle' },
      (found) => found.length === 1,
    ),
    pendingCase(
      'dialogs.send',
      { dialog_id: w.group, text, replyTo: w.last },
      'dialogs.messages',
      messages,
      ([m]) => m?.ReplyTo?.ID === w.last,
    ),
    pendingCase(
      'dialogs.send',
      { dialog_id: w.group, thread: w.last, text },
      'dialogs.messages',
      { ...messages, thread: w.last },
      ([m]) => m?.Thread === w.last,
    ),
    pendingCase(
      'dialogs.send',
      { dialog_id: w.group, thread: w.last, text },
      'dialogs.message',
      { message_id: w.last },
      ({ Replies }) => Replies?.Count === 1,
    ),
    pendingCase(
      'dialogs.send',
      { dialog_id: w.group, repost: w.post },
      'dialogs.messages',
      messages,
      ([m]) => m?.Repost?.ID === w.post,
    ),
    pendingCase(
      'dialogs.send',
      {
        dialog_id: w.group,
        photos_list: [w.photo],
        attachments: [
          { Type: 'file', Item: w.file },
          { Type: 'track', Item: w.track },
          { Type: 'video', Item: w.video },
        ],
      },
      'dialogs.messages',
      messages,
      ([m]) => m?.Photos.length === 1 && m.Attachments.length === 3,
    ),
    pendingCase(
      'dialogs.send',
      { dialog_id: w.group, text: 'See https://example.org/x' },
      'dialogs.shared',
      { dialog_id: w.group, kind: 'links' },
      (links) => links.length === 1,
    ),
    pendingCase(
      'dialogs.send',
      { dialog_id: w.group, text, timestamp: w.t.clock.seconds + 900 },
      'dialogs.scheduled',
      { dialog_id: w.group },
      (list) => list.length === 1,
    ),
    pendingCase(
      'dialogs.editMessage',
      { message_id: w.own, text },
      'dialogs.message',
      { message_id: w.own },
      (m) => m.Text === text,
    ),
    pendingCase('dialogs.deleteMessage', { message_id: w.own }, 'dialogs.messages', messages, (list) =>
      list.every((m) => m.ID !== w.own),
    ),
    pendingCase(
      'dialogs.react',
      { message_id: w.last, emoji: '👍' },
      'dialogs.message',
      { message_id: w.last },
      (m) => m.Reactions[0]?.Mine === true,
    ),
    pendingCase(
      'dialogs.pinMessage',
      { message_id: w.last },
      'dialogs.pinned',
      { dialog_id: w.group },
      (list) => list[0]?.ID === w.last,
    ),
    pendingCase(
      'dialogs.vote',
      { message_id: w.poll, options: [1] },
      'dialogs.message',
      { message_id: w.poll },
      (m) => m.Poll?.Options[1]?.Mine === true && m.Poll.Voters === 1,
    ),
    pendingCase(
      'dialogs.closePoll',
      { message_id: w.poll },
      'dialogs.message',
      { message_id: w.poll },
      (m) => m.Poll?.Closed === true,
    ),
    pendingCase(
      'dialogs.send',
      { dialog_id: w.group, text, poll: { options: ['Yes', 'No'] } },
      'dialogs.messages',
      messages,
      ([m]) => m?.Poll?.Options.length === 2,
    ),
    pendingCase(
      'dialogs.answerEvent',
      { message_id: w.event, answer: 'maybe' },
      'dialogs.message',
      { message_id: w.event },
      (m) => m.Event?.Mine === 'maybe' && m.Event.Maybe === 1 && m.Event.People[0]?.ID === w.ben.id,
    ),
    pendingCase(
      'dialogs.editEvent',
      { message_id: w.event, title: 'Feast', place: 'Roof' },
      'dialogs.calendar',
      { from: w.starts, to: w.starts + 1 },
      ([m]) => m?.Text === 'Feast' && m.Event?.Place === 'Roof',
    ),
    pendingCase(
      'dialogs.cancelEvent',
      { message_id: w.event },
      'dialogs.message',
      { message_id: w.event },
      (m) => m.Event?.Canceled === true,
    ),
    pendingCase(
      'dialogs.send',
      { dialog_id: w.group, text: 'Dinner', event: { starts: w.starts } },
      'dialogs.calendar',
      { from: w.starts, to: w.starts + 1 },
      (events) => events.length === 2,
    ),
    pendingCase(
      'dialogs.send',
      { dialog_id: w.pins[0] ?? 0, forward: w.last },
      'dialogs.messages',
      { dialog_id: w.pins[0] ?? 0 },
      ([m]) => m?.Forwarded?.ID === w.ben.id,
    ),
    pendingCase('dialogs.read', { dialog_id: w.group }, 'dialogs.list', {}, (list) =>
      list.every((one) => one.Unread === 0),
    ),
    pendingCase(
      'dialogs.pin',
      { dialog_id: w.group, value: true },
      'dialogs.get',
      { dialog_id: w.group },
      (one) => one.Pinned,
    ),
    pendingCase(
      'dialogs.mute',
      { dialog_id: w.group, value: true },
      'dialogs.get',
      { dialog_id: w.group },
      (one) => one.Mute,
    ),
    pendingCase(
      'dialogs.orderPins',
      { dialogs: w.pins },
      'dialogs.list',
      {},
      (list) => orderOf(list, w.pins[0]) > orderOf(list, w.pins[1]),
    ),
    pendingCase(
      'dialogs.archive',
      { dialog_id: w.group },
      'dialogs.get',
      { dialog_id: w.group },
      (one) => one.Archived,
    ),
    pendingCase('dialogs.createFolder', { name: 'New' }, 'dialogs.folders', {}, (list) => list.length === 3),
    pendingCase(
      'dialogs.updateFolder',
      { folder_id: w.folder, name: 'New' },
      'dialogs.folders',
      {},
      ([one]) => one?.Name === 'New',
    ),
    pendingCase(
      'dialogs.putInFolder',
      { folder_id: w.folder, dialog_id: w.group },
      'dialogs.folders',
      {},
      ([one]) => one?.Dialogs.includes(w.group) === true,
    ),
    pendingCase(
      'dialogs.takeFromFolder',
      { folder_id: w.folder, dialog_id: w.pins[0] ?? 0 },
      'dialogs.folders',
      {},
      ([one]) => one?.Dialogs.length === 0,
    ),
    pendingCase(
      'dialogs.orderFolders',
      { folders: [w.second, w.folder] },
      'dialogs.folders',
      {},
      ([one]) => one?.ID === w.second,
    ),
    pendingCase('dialogs.removeFolder', { folder_id: w.folder }, 'dialogs.folders', {}, (list) =>
      list.every(({ ID }) => ID !== w.folder),
    ),
    pendingCase('dialogs.update', { dialog_id: w.group, name: 'Renamed' }, 'dialogs.list', {}, (list) =>
      list.some((one) => one.Name === 'Renamed'),
    ),
  ];
}
