import { dialogId, LARGE } from '../../../bench/seed';
import { START, type TestPerson } from '../../../support/service';

export async function messages(owner: TestPerson, ann: TestPerson, ben: TestPerson): Promise<void> {
  const dialog_id = dialogId(LARGE);
  const { ID: first } = await ben.call(
    'dialogs.send',
    { dialog_id, text: 'Look https://example.org' },
    'a-key-of-ours',
  );
  const { ID: message_id } = await ann.call('dialogs.send', {
    dialog_id,
    text: 'Yes @ben.b',
    replyTo: first,
  });
  await ann.call('dialogs.editMessage', { message_id, text: 'Yes indeed https://example.org @ben.b' });
  await ben.call('dialogs.versions', { message_id });
  await ben.call('dialogs.react', { message_id, emoji: '👍' });
  await ben.call('dialogs.read', { dialog_id, message: message_id });
  await owner.call('dialogs.message', { message_id });
  await owner.call('dialogs.messages', { dialog_id });
  for (const place of ['last_id', 'after_id', 'around_id'])
    await ann.call('dialogs.messages', { dialog_id, [place]: first });
  await ann.call('dialogs.messages', { dialog_id, around_time: START });
  await ann.call('dialogs.messages', { dialog_id, around_unread: true });
  await ann.call('dialogs.shared', { dialog_id, kind: 'links' });
  await ann.call('dialogs.audience', { message_id });
  const { ID: small } = await ann.call('dialogs.create', { name: 'Small', type: 'group' });
  const { ID: seen } = await ann.call('dialogs.send', { dialog_id: small, text: 'Who reads this?' });
  await ann.call('dialogs.audience', { message_id: seen });
  await ann.call('dialogs.sharedCounts', { dialog_id });
  await ann.call('dialogs.searchMessages', { mask: 'yes ind' });
  await ann.call('dialogs.searchMessages', { mask: 'yes', dialog: dialog_id });
  await threads(ann, ben, dialog_id);
  await polls(ann, ben, dialog_id);
  await events(ann, ben, dialog_id);
  await owner.call('dialogs.send', { dialog_id, forward: message_id });
  await owner.call('dialogs.pinMessage', { message_id });
  await ben.call('dialogs.pinned', { dialog_id });
  await owner.call('dialogs.unpinMessage', { message_id });
  await ben.call('people.notifications', {});
  await owner.call('people.reportItem', { Type: 'message', Item: message_id, reason: 'too short' });
  await ben.call('dialogs.unreact', { message_id, emoji: '👍' });
  await ann.call('dialogs.deleteMessage', { message_id });
  const { ID: channel } = await owner.call('dialogs.create', { name: 'News', type: 'channel' });
  await ann.call('dialogs.join', { dialog_id: channel, user_id: '@me' });
  await owner.call('dialogs.send', { dialog_id: channel, text: 'Read all about it' });
  await ann.call('dialogs.messages', { dialog_id: channel });
  await scheduled(ann, dialog_id);
}

async function threads(ann: TestPerson, ben: TestPerson, dialog_id: number): Promise<void> {
  const { ID: thread } = await ann.call('dialogs.send', { dialog_id, text: 'Who comes, @ben.b?' });
  const { ID: reply } = await ben.call('dialogs.send', { dialog_id, thread, text: 'Me' });
  const { ID: message_id } = await ben.call('dialogs.send', { dialog_id, thread, text: 'And you, @ann?' });
  await ann.call('dialogs.messages', { dialog_id });
  for (const place of ['last_id', 'after_id', 'around_id'])
    await ann.call('dialogs.messages', { dialog_id, thread, [place]: reply });
  await ann.call('dialogs.messages', { dialog_id, thread, around_time: START });
  await ann.call('dialogs.messages', { dialog_id, thread, around_unread: true });
  await ann.call('dialogs.readThread', { message_id: thread });
  await ann.call('dialogs.unfollowThread', { message_id: thread });
  await ann.call('dialogs.followThread', { message_id: thread });
  await ann.call('dialogs.deleteMessage', { message_id: thread });
  for (const one of [message_id, reply]) await ben.call('dialogs.deleteMessage', { message_id: one });
  const { Log: log, Seq: since } = await ann.call('sync.begin', {});
  const { ID: kept } = await ann.call('dialogs.send', { dialog_id, text: 'And on Sunday?' });
  await ben.call('dialogs.send', { dialog_id, thread: kept, text: 'Then, too' });
  await ann.call('sync.changes', { log, since });
}

async function polls(ann: TestPerson, ben: TestPerson, dialog_id: number): Promise<void> {
  const poll = { options: ['Yes', 'No', 'Later'], multiple: true, anonymous: false };
  const { ID: message_id } = await ann.call('dialogs.send', { dialog_id, text: 'Shall we?', poll });
  await ben.call('dialogs.vote', { message_id, options: [0, 1] });
  await ben.call('dialogs.vote', { message_id, options: [2] });
  await ann.call('dialogs.voters', { message_id, option: 2 });
  await ann.call('dialogs.closePoll', { message_id });
  await ann.call('dialogs.deleteMessage', { message_id });
}

async function events(ann: TestPerson, ben: TestPerson, dialog_id: number): Promise<void> {
  const starts = START + 30 * 24 * 3600;
  const { ID: message_id } = await ann.call('dialogs.send', { dialog_id, text: 'Party', event: { starts } });
  for (const answer of ['maybe', 'going', 'none', 'going'] as const)
    await ben.call('dialogs.answerEvent', { message_id, answer });
  await ann.call('dialogs.attendees', { message_id, answer: 'going' });
  await ben.call('dialogs.calendar', { from: starts - 3600, to: starts + 3600 });
  for await (const bytes of (await ben.call('dialogs.eventFile', { message_id })).Bytes) void bytes;
  await ann.call('dialogs.editEvent', { message_id, title: 'Feast', starts: starts + 3600, place: 'Roof' });
  await ann.call('dialogs.cancelEvent', { message_id });
  const { ID: deleted } = await ann.call('dialogs.send', { dialog_id, text: 'Tea', event: { starts } });
  await ben.call('dialogs.answerEvent', { message_id: deleted, answer: 'going' });
  await ann.call('dialogs.deleteMessage', { message_id: deleted });
  await ann.call('dialogs.deleteMessage', { message_id });
}

async function scheduled(ann: TestPerson, dialog_id: number): Promise<void> {
  const timestamp = START + 30 * 24 * 3600;
  const { ID: message_id } = await ann.call('dialogs.send', { dialog_id, text: 'Later', timestamp });
  await ann.call('dialogs.editMessage', { message_id, text: 'Even later', timestamp: timestamp + 1 });
  await ann.call('dialogs.scheduled', { dialog_id });
  await ann.call('dialogs.sendScheduled', { message_id });
  const { ID: removed } = await ann.call('dialogs.send', { dialog_id, text: 'Later', timestamp });
  await ann.call('dialogs.deleteMessage', { message_id: removed });
  // Its time comes while the other calls are made.
  await ann.call('dialogs.send', { dialog_id, text: 'Soon', timestamp: START + 1 });
  const { ID: post_id } = await ann.call('posts.create', { user: '@me', content: 'Later', timestamp });
  await ann.call('posts.scheduled', {});
  await ann.call('posts.publishScheduled', { post_id });
}
