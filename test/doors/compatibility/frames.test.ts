import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { version } from '../../../electron/version';
import type { TestPerson } from '../../support/service';
import { PlatformClient } from './client';
import { serveCommunity, type ServedCommunity } from './community';
import { type FrameReader, readFrames, subscribed } from './frame-reader';
import { objectOf, PlatformMessage } from './platform-types';
import { countStatements } from './statement-count';

let host: ServedCommunity;
let ann: TestPerson;
let bob: TestPerson;
let client: PlatformClient;
let dialog: number;

beforeEach(async () => {
  host = await serveCommunity();
  [ann, bob] = await host.world.people('Ann', 'Bob');
  client = host.clientOf(bob);
  ({ ID: dialog } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' }));
  await ann.call('dialogs.join', { dialog_id: dialog, user_id: bob.id });
});

async function frames(of = client, thing = bob.id): Promise<FrameReader> {
  const reader = await readFrames(of, thing);
  onTestFinished(() => reader.close());
  return reader;
}

/** Reads the next frame of a type, parsed as a public client does. */
async function nextMessage(reader: FrameReader, type: string): Promise<PlatformMessage> {
  return new PlatformMessage((await reader.next(type))['Message']);
}

const say = (text: string, more: { replyTo?: number } = {}) =>
  ann.call('dialogs.send', { dialog_id: dialog, text, ...more });

describe('a frame of the default form', () => {
  test('starts with ok and the version', async () => {
    expect(await (await frames()).next('hello')).toMatchObject({ ok: 1, version, Log: expect.any(String) });
  });

  test('has an empty type for ordinary messages, which join and leave keep', async () => {
    const reader = await frames();
    const { ID: first } = await say('Hello');
    await say('Again', { replyTo: first });
    expect(await nextMessage(reader, 'message')).toMatchObject({ id: first, type: '', text: 'Hello' });
    expect(await nextMessage(reader, 'message')).toMatchObject({
      type: '',
      replyTo: { id: first, type: '' },
    });
    await ann.call('dialogs.editMessage', { message_id: first, text: 'Hello!' });
    expect(await nextMessage(reader, 'message_edit')).toMatchObject({ id: first, type: '', text: 'Hello!' });
    await ann.call('dialogs.react', { message_id: first, emoji: '👍' });
    expect(await nextMessage(reader, 'message_reaction')).toMatchObject({ id: first, type: '' });

    const cleo = await host.world.person('Cleo');
    await cleo.call('dialogs.join', { dialog_id: dialog, user_id: cleo.id });
    expect(await nextMessage(reader, 'message')).toMatchObject({ type: 'join', author: { id: cleo.id } });
    await cleo.call('dialogs.leave', { dialog_id: dialog, user_id: cleo.id });
    expect(await nextMessage(reader, 'message')).toMatchObject({ type: 'leave', author: { id: cleo.id } });
  });

  test("has an empty type in a dialog's last message", async () => {
    await say('Hello');
    const reader = await frames();
    await ann.call('dialogs.update', { dialog_id: dialog, name: 'Garden' });
    const { LastMessage } = objectOf((await reader.next('dialog'))['Dialog'], 'Dialog');
    expect(new PlatformMessage(LastMessage)).toMatchObject({ type: '', text: 'Hello' });
  });

  test('names the message that was read, with its author and dialog', async () => {
    const { ID } = await say('Hello');
    const reader = await frames();
    await client.call('PATCH', `/dialogs/${dialog}/read`, { message: ID });
    expect(await reader.next('read')).toMatchObject({ Dialog: dialog, User: bob.id, Message: { ID } });
    await say('Again');
    expect(await nextMessage(reader, 'message')).toMatchObject({ text: 'Again' });
    const { ID: answer } = await bob.call('dialogs.send', { dialog_id: dialog, text: 'Hi' });
    expect(await nextMessage(reader, 'read')).toMatchObject({
      id: answer,
      author: { id: bob.id, name: 'Bob' },
      dialog: { id: dialog, name: 'Yard', type: 'group' },
    });
  });

  test('names the author of a message that someone else read', async () => {
    const { ID } = await say('Hello');
    const reader = await frames(host.clientOf(ann), ann.id);
    await client.call('PATCH', `/dialogs/${dialog}/read`, { message: ID });
    expect(await nextMessage(reader, 'read')).toMatchObject({
      id: ID,
      author: { id: ann.id, name: 'Ann' },
      dialog: { id: dialog, name: 'Yard' },
    });
  });

  test('names a deleted message with its author and dialog, whoever deleted it', async () => {
    const reader = await frames();
    const { ID } = await bob.call('dialogs.send', { dialog_id: dialog, text: 'Hello' });
    await ann.call('dialogs.deleteMessage', { message_id: ID });
    expect(await nextMessage(reader, 'message_delete')).toMatchObject({
      id: ID,
      author: { id: bob.id, name: 'Bob' },
      dialog: { id: dialog, name: 'Yard' },
    });
  });

  test('names a private dialog after the other person, for each of the two', async () => {
    const { ID: pair } = await ann.call('dialogs.createPrivate', { user_id: bob.id });
    const { ID: message_id } = await ann.call('dialogs.send', { dialog_id: pair, text: 'Hello' });
    const readers = [await frames(), await frames(host.clientOf(ann), ann.id)] as const;
    await ann.call('dialogs.deleteMessage', { message_id });
    expect(await nextMessage(readers[0], 'message_delete')).toMatchObject({
      dialog: { id: pair, name: 'Ann', type: 'private' },
      author: { id: ann.id },
    });
    expect(await nextMessage(readers[1], 'message_delete')).toMatchObject({
      dialog: { id: pair, name: 'Bob' },
    });
  });

  test('names who is typing and where', async () => {
    const reader = await frames();
    const typist = await frames(host.clientOf(ann), ann.id);
    typist.command('typing', dialog);
    const frame = await reader.next('typing');
    expect(frame).toMatchObject({ Dialog: dialog, User: ann.id });
    expect(new PlatformMessage(frame['Message'])).toMatchObject({
      author: { id: ann.id, name: 'Ann' },
      dialog: { id: dialog, name: 'Yard' },
    });
  });

  test('carries a notification as its message', async () => {
    const reader = await frames();
    const { ID: post_id } = await bob.call('posts.create', { user: '@me', content: 'Hello' });
    await ann.call('posts.like', { post_id });
    const { Message, Notification } = await reader.next('notification');
    expect(objectOf(Message, 'Message')).toMatchObject({ Type: 'post_like', User: { ID: ann.id } });
    expect(Message).toEqual(Notification);
  });

  test('is replayed in the same form', async () => {
    const first = await frames();
    const { Log, Seq } = await first.next('hello');
    first.close();
    const { ID } = await say('Hello');
    await client.call('PATCH', `/dialogs/${dialog}/read`, { message: ID });
    await ann.call('dialogs.deleteMessage', { message_id: ID });
    const again = new PlatformClient(
      host.url,
      `${bob.session.token}&since=${String(Seq)}&log=${String(Log)}`,
    );
    const reader = await frames(again);
    expect(await nextMessage(reader, 'read')).toMatchObject({ id: ID, author: { id: ann.id } });
    expect(await nextMessage(reader, 'message_delete')).toMatchObject({ id: ID, author: { id: ann.id } });
  });
});

describe('the form of our own pages', () => {
  const open = async (form: string, person = bob) => {
    const socket = new WebSocket(
      `${host.url.replace('http', 'ws')}/ws?token=${person.session.token}&v=${form}`,
    );
    const reader = await subscribed(socket, person.id);
    onTestFinished(() => reader.close());
    return reader;
  };

  test('is requested by v=2 and works beside sockets of the default form', async () => {
    const own = await open('2');
    const other = await frames();
    const { ID } = await say('Hello');
    expect(await own.next('message')).toMatchObject({ Message: { ID, Type: 'message' } });
    expect(await other.next('message')).toMatchObject({ Message: { ID, Type: '' } });
    expect(await own.next('read')).toMatchObject({ User: ann.id, Message: ID });
    await client.call('PATCH', `/dialogs/${dialog}/read`, { message: ID });
    expect(await own.next('read')).toEqual({
      ...{ Type: 'read', Seq: expect.any(Number), Dialog: dialog, User: bob.id },
      Message: ID,
    });
    await ann.call('dialogs.deleteMessage', { message_id: ID });
    expect(await own.next('message_delete')).toEqual({
      ...{ Type: 'message_delete', Seq: expect.any(Number), Dialog: dialog },
      Message: ID,
    });
    const { ID: post_id } = await bob.call('posts.create', { user: '@me', content: 'Hello' });
    await ann.call('posts.like', { post_id });
    expect(await own.next('notification')).not.toHaveProperty('Message');
    expect(await (await open('1')).next('hello')).toMatchObject({ ok: 1 });
  });

  test('costs as many statements per message as the default form', async () => {
    const counter = countStatements();
    const fewest = async (reader: FrameReader) => {
      const counts: number[] = [];
      for (const sender of [ann, bob, ann, bob, ann, bob]) {
        const before = counter.count;
        await sender.call('dialogs.send', { dialog_id: dialog, text: 'Hello' });
        await reader.next('message');
        await reader.next('read');
        counts.push(counter.count - before);
      }
      reader.close();
      // Announcements of who is online run meanwhile.
      return Math.min(...counts);
    };
    const own = await fewest(await open('2'));
    expect(own).toBeGreaterThan(0);
    expect(await fewest(await frames())).toBe(own);
  });
});
