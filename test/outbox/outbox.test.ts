import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { Outbox } from '../../electron/outbox/outbox';
import { OutboxSender } from '../../electron/outbox/outbox-sender';
import { QUEUED_CALLS } from '../../electron/outbox/queued-calls';
import { endpointOf } from '../../shared/contract';
import { AppError } from '../../shared/errors';
import { LIMITS } from '../../shared/limits';
import { testService, type TestPerson } from '../support/service';
import { openDevice, PROGRAM } from './device';

async function device() {
  const t = await testService();
  const [ann, ben] = await t.people('Ann', 'Ben');
  const { ID: dialog_id } = await ann.call('dialogs.createPrivate', { user_id: ben.id });
  return { t, ann, ben, dialog_id, ...openDevice(t, ann, 'laptop') };
}

async function textsOf(person: TestPerson, dialog_id: number): Promise<string[]> {
  return (await person.call('dialogs.messages', { dialog_id, limit: 100 })).map((one) => one.Text).reverse();
}

function errorOf(work: () => unknown): AppError {
  try {
    work();
  } catch (error) {
    return error as AppError;
  }
  throw new Error('an error was expected');
}

test('only writes of the contract wait, none of them with a secret', () => {
  for (const name of QUEUED_CALLS) {
    const endpoint = endpointOf(name);
    expect([name, endpoint.kind, endpoint.secret, endpoint.open]).toEqual([
      name,
      'write',
      undefined,
      undefined,
    ]);
    expect(Object.keys(endpoint.input)).not.toContain('captcha');
  }
});

test('a reply to a pending message, a comment on a pending post and a change of a pending playlist', async () => {
  const { ann, dialog_id, sender, outbox, make, add } = await device();
  const message = make('dialogs.send', { dialog_id, text: 'Hello' });
  const text = String(message.id);
  const reply = make('dialogs.send', { dialog_id, text, replyTo: text });
  const post = make('posts.create', { user: '@me', content: 'A post' });
  make('posts.comment', { post_id: post.id, content: 'A comment' });
  add('dialogs.send', { dialog_id, text: 'Look', attachments: [{ Type: 'post', Item: { ID: post.id } }] });
  const playlist = make('music.createPlaylist', { name: 'Evening' });
  add('music.updatePlaylist', { playlist_id: playlist.id, description: 'Slow' });
  add('account.updatePreferences', { seen: { $key: 'a text', id: message.id } });
  expect(outbox.all()[1]?.input).toEqual({ dialog_id, text, replyTo: message.id });
  expect(outbox.all()[4]?.input).toMatchObject({ attachments: [{ Type: 'post', Item: { ID: post.id } }] });
  expect(await sender.drain()).toBe('empty');

  const [look, answer, first] = await ann.call('dialogs.messages', { dialog_id });
  expect(answer).toMatchObject({ Text: text, ReplyTo: { ID: first?.ID } });
  const [posted] = await ann.call('posts.list', { user: ann.id });
  expect(look?.Attachments).toMatchObject([{ Type: 'post', Item: { ID: posted?.ID } }]);
  const comments = await ann.call('posts.comments', { post_id: posted?.ID ?? 0 });
  expect(comments.map((one) => one.Content)).toEqual(['A comment']);
  expect(await ann.call('music.playlists', { user: '@me' })).toMatchObject([{ Description: 'Slow' }]);
  expect(await ann.call('account.preferences', {})).toEqual({ seen: { $key: 'a text', id: message.id } });

  // Pages may show the provisional ID until they have read again.
  add('dialogs.deleteMessage', { message_id: reply.id });
  expect(await sender.drain()).toBe('empty');
  expect(await textsOf(ann, dialog_id)).toEqual(['Hello', 'Look']);
});

test('what else a command makes can be shown, but not be referred to', async () => {
  const { dialog_id, sender, outbox, add } = await device();
  const { key } = add('dialogs.send', { dialog_id, text: 'https://example.org' });
  outbox.setMade(key, [2 ** 50, 2 ** 50 + 1]);
  const second = add('dialogs.read', { dialog_id, message: 2 ** 50 + 1 });
  expect(second.input).toEqual({ dialog_id, message: 2 ** 50 + 1 });
  await sender.drain();
  expect(outbox.all()).toMatchObject([
    {
      key: second.key,
      state: 'refused',
      error: { message: expect.stringContaining('can’t be found any more') as string },
    },
  ]);
});

test('bad input is refused at once, and nothing is stored', async () => {
  const { dialog_id, outbox, t } = await device();
  const add = (input: Record<string, unknown>, key = 'a-good-key') =>
    errorOf(() =>
      outbox.add({ key, name: 'dialogs.send', input, madeAt: t.clock.seconds, program: PROGRAM }),
    );
  expect(add({ dialog_id, text: 'x'.repeat(LIMITS.message + 1) })).toMatchObject({
    code: 'validation_error',
    fields: { text: `must be at most ${LIMITS.message} characters` },
  });
  expect(add({ text: 'No dialog' }).fields).toHaveProperty('dialog_id');
  expect(add({ dialog_id, text: 'Hi', replyTo: { $key: 'another-key' } }).fields).toHaveProperty('replyTo');
  expect(add({ dialog_id, text: 'Hi' }, 'short').fields).toHaveProperty('Idempotency-Key');
  expect(add({ dialog_id, text: 'Hi', more: 'x'.repeat(LIMITS.jsonBody) }).code).toBe('too_large');
  const never = { key: 'a-good-key', input: { password: 'secret' }, madeAt: 0, program: PROGRAM };
  expect(errorOf(() => outbox.add({ ...never, name: 'account.remove' })).code).toBe('unavailable');
  expect(outbox.unsent).toBe(0);
});

test('the same key again returns what is stored', async () => {
  const { dialog_id, outbox } = await device();
  const add = (text: string) =>
    outbox.add({
      key: 'the-same-key',
      name: 'dialogs.send',
      input: { dialog_id, text },
      madeAt: 7,
      program: PROGRAM,
    });
  expect(add('Other')).toEqual(add('One'));
  expect(outbox.unsent).toBe(1);
});

test('a pending command is edited in its place, but not while it is sent', async () => {
  const { ann, dialog_id, outbox, make, add, sender, connection } = await device();
  const first = make('dialogs.send', { dialog_id, text: 'Helo' });
  const second = add('dialogs.send', { dialog_id, text: 'After' });
  outbox.edit(first.key, { dialog_id, text: 'Hello' });
  // An earlier command can't refer to a later one.
  outbox.setMade(second.key, [2 ** 51]);
  expect(outbox.edit(first.key, { dialog_id, text: 'Hello', replyTo: 0 }).made).toEqual([first.id]);
  expect(errorOf(() => outbox.edit(first.key, { dialog_id: 'none' })).code).toBe('validation_error');
  expect(errorOf(() => outbox.edit('no-such-key', { dialog_id })).code).toBe('not_found');
  let during: AppError | undefined;
  connection.loses = () => {
    during ??= errorOf(() => outbox.edit(first.key, { dialog_id, text: 'Too late' }));
    return false;
  };
  await sender.drain();
  expect(during?.message).toBe('This is being sent right now. Try again in a moment.');
  expect(await textsOf(ann, dialog_id)).toEqual(['Hello', 'After']);
});

test('an edit after the answer was lost is refused with a reason, and the first version stays sent', async () => {
  const { ann, dialog_id, outbox, add, sender, connection } = await device();
  const { key } = add('dialogs.send', { dialog_id, text: 'Helo' });
  let answers = 0;
  connection.loses = () => answers++ === 0;
  expect(await sender.drain()).toBe('away');
  outbox.edit(key, { dialog_id, text: 'Hello' });
  expect(await sender.drain()).toBe('empty');
  expect(outbox.all()).toMatchObject([
    {
      state: 'refused',
      error: { detail: 'conflict', message: expect.stringContaining('already sent') as string },
    },
  ]);
  expect(await textsOf(ann, dialog_id)).toEqual(['Helo']);
});

test('a refused command is retried, with what was refused with it', async () => {
  const { ann, dialog_id, outbox, make, sender, connection } = await device();
  const first = make('dialogs.send', { dialog_id, text: 'One' });
  make('dialogs.send', { dialog_id, text: 'Two', replyTo: first.id });
  connection.fail = () => new AppError('access_denied');
  await sender.drain();
  expect(outbox.all()).toMatchObject([
    { state: 'refused', error: { detail: 'access_denied' } },
    { state: 'refused' },
  ]);
  connection.fail = () => null;
  expect(await sender.drain()).toBe('empty');
  expect(outbox.unsent).toBe(2);
  outbox.retry(first.key);
  expect(outbox.all()).toMatchObject([{ state: 'pending', error: null }, { state: 'pending' }]);
  await sender.drain();
  expect(await textsOf(ann, dialog_id)).toEqual(['One', 'Two']);
});

test('what belongs to a discarded command is refused, and shown as it was', async () => {
  const { ann, dialog_id, outbox, make, sender } = await device();
  const first = make('dialogs.send', { dialog_id, text: 'One' });
  const reply = make('dialogs.send', { dialog_id, text: 'Two', replyTo: first.id });
  make('dialogs.send', { dialog_id, text: 'Three', replyTo: reply.id });
  let changes = 0;
  const stop = outbox.onChange(() => changes++);
  outbox.discard(first.key);
  stop();
  outbox.discard('no-such-key');
  expect(changes).toBe(1);
  expect(outbox.all()).toMatchObject([
    {
      state: 'refused',
      input: { replyTo: first.id },
      error: { message: expect.stringContaining('discarded') as string },
    },
    { state: 'refused' },
  ]);
  outbox.retry(reply.key);
  await sender.drain();
  expect(outbox.all()).toMatchObject([{ state: 'refused' }, { state: 'refused' }]);
  outbox.edit(reply.key, { dialog_id, text: 'Two' });
  await sender.drain();
  expect(await textsOf(ann, dialog_id)).toEqual(['Two', 'Three']);
});

test('a disk that takes nothing is reported, and what was stored before stays', async () => {
  const raw = new Database(':memory:');
  const outbox = new Outbox(raw);
  const add = (number: number) =>
    outbox.add({
      key: `command-${number}`,
      name: 'dialogs.send',
      input: { dialog_id: 1, text: 'x'.repeat(4000) },
      madeAt: 0,
      program: PROGRAM,
    });
  add(1);
  raw.pragma(`max_page_count = ${Number(raw.pragma('page_count', { simple: true }))}`);
  expect(errorOf(() => [2, 3, 4].forEach(add))).toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/^This computer's disk is full/) as string,
  });
  raw.pragma('max_page_count = 10000');
  const stored = outbox.unsent;

  raw.pragma('query_only = ON');
  const settled: string[] = [];
  const sender = new OutboxSender({
    outbox,
    send: () => Promise.resolve({ value: {} }),
    onSettled: ({ key }) => void settled.push(key),
    program: PROGRAM,
    now: () => 0,
  });
  expect(await sender.drain()).toBe('away');
  expect([settled, outbox.unsent]).toEqual([[], stored]);
  raw.pragma('query_only = OFF');
  expect(await sender.drain()).toBe('empty');
  expect(settled.length).toBe(stored);
  outbox.close();
});

test('IDs of what was made are forgotten an hour after nothing refers to them', async () => {
  const { t, dialog_id, outbox, make, add, sender } = await device();
  const first = make('dialogs.send', { dialog_id, text: 'One' });
  await sender.drain();
  t.clock.advance(3601);
  make('dialogs.send', { dialog_id, text: 'Two' });
  await sender.drain();
  add('dialogs.react', { message_id: first.id, emoji: '👍' });
  await sender.drain();
  expect(outbox.all()).toMatchObject([{ state: 'refused', error: { detail: 'not_found' } }]);
});
