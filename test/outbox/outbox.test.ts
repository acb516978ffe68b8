import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { Outbox } from '../../electron/outbox/outbox';
import { OutboxSender, type SentOutcome } from '../../electron/outbox/outbox-sender';
import { Unreachable } from '../../shared/client/transport';
import type { Input } from '../../shared/contract';
import type { QueuedName } from '../../electron/outbox/queued-calls';
import type { AppError } from '../../shared/errors';
import { testService, type TestPerson, type TestService } from '../support/service';

/** A person's outbox in memory, whose commands reach the host through `isDropped`. */
function outboxOf(t: TestService, person: TestPerson) {
  const outbox = new Outbox(new Database(':memory:'));
  onTestFinished(() => outbox.close());
  const settled: { key: string; outcome: SentOutcome }[] = [];
  let count = 0;
  let provisional = 2 ** 50;
  const host = { fail: (): AppError | null => null, lose: () => false };
  const sender = new OutboxSender({
    outbox,
    send: async (name, input, key) => {
      const failure = host.fail();
      if (failure) throw failure;
      const value = await person.call(name, input as never, key);
      if (host.lose()) throw new Unreachable();
      return { value };
    },
    onSettled: ({ key }, outcome) => void settled.push({ key, outcome }),
    program: '1.0.0',
    now: () => t.clock.seconds,
  });
  const add = <N extends QueuedName>(name: N, input: Input<N>) =>
    outbox.add({ key: `command-${++count}`, name, input, madeAt: t.clock.seconds, program: '1.0.0' });
  /** Adds a command that makes something; returns its key and provisional ID. */
  const make = <N extends QueuedName>(name: N, input: Input<N>) => {
    const { key } = add(name, input);
    const id = ++provisional;
    outbox.setMade(key, [id]);
    return { key, id };
  };
  return { outbox, sender, settled, host, add, make };
}

async function dialogOf(person: TestPerson, other: TestPerson): Promise<number> {
  return (await person.call('dialogs.createPrivate', { user_id: other.id })).ID;
}

async function textsOf(person: TestPerson, dialog_id: number): Promise<string[]> {
  return (await person.call('dialogs.messages', { dialog_id, limit: 100 })).map((one) => one.Text).reverse();
}

test('commands reach the host in order and leave the outbox', async () => {
  const t = await testService();
  const [ann, ben] = await t.people('Ann', 'Ben');
  const dialog_id = await dialogOf(ann, ben);
  const { sender, outbox, add, settled } = outboxOf(t, ann);
  for (const text of ['One', 'Two', 'Three']) add('dialogs.send', { dialog_id, text });
  expect(outbox.unsent).toBe(3);
  expect(await Promise.all([sender.drain(), sender.drain()])).toEqual(['empty', 'empty']);
  expect(await textsOf(ann, dialog_id)).toEqual(['One', 'Two', 'Three']);
  expect(settled.map(({ key }) => key)).toEqual(['command-1', 'command-2', 'command-3']);
  expect(outbox.all()).toEqual([]);
});

test('a reply to a pending message, a comment on a pending post and a track of a pending playlist', async () => {
  const t = await testService();
  const [ann, ben] = await t.people('Ann', 'Ben');
  const dialog_id = await dialogOf(ann, ben);
  const { sender, outbox, make, add } = outboxOf(t, ann);
  const message = make('dialogs.send', { dialog_id, text: 'Hello' });
  const reply = make('dialogs.send', { dialog_id, text: String(message.id), replyTo: String(message.id) });
  const post = make('posts.create', { user: '@me', content: 'A post' });
  make('posts.comment', { post_id: post.id, content: 'A comment' });
  add('dialogs.send', { dialog_id, text: 'Look', attachments: [{ Type: 'post', Item: { ID: post.id } }] });
  const playlist = make('music.createPlaylist', { name: 'Evening' });
  add('music.updatePlaylist', { playlist_id: playlist.id, description: 'Slow' });
  expect(outbox.all()[1]?.input).toEqual({
    dialog_id,
    text: String(message.id),
    replyTo: message.id,
  });
  expect(outbox.all()[4]?.input).toMatchObject({ attachments: [{ Type: 'post', Item: { ID: post.id } }] });
  expect(await sender.drain()).toBe('empty');

  const [look, answer, first] = await ann.call('dialogs.messages', { dialog_id });
  expect(answer).toMatchObject({ Text: String(message.id), ReplyTo: { ID: first?.ID } });
  const [posted] = await ann.call('posts.list', { user: ann.id });
  expect(look?.Attachments).toMatchObject([{ Type: 'post', Item: { ID: posted?.ID } }]);
  const comments = await ann.call('posts.comments', { post_id: posted?.ID ?? 0 });
  expect(comments.map((one) => one.Content)).toEqual(['A comment']);
  expect(await ann.call('music.playlists', { user: '@me' })).toMatchObject([{ Description: 'Slow' }]);

  // Pages may show the provisional ID until they have read again.
  add('dialogs.deleteMessage', { message_id: reply.id });
  expect(await sender.drain()).toBe('empty');
  expect(await textsOf(ann, dialog_id)).toEqual(['Hello', 'Look']);
});
