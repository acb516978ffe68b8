import { beforeEach, describe, expect, test } from 'vitest';
import type { File } from '../../../shared/contract/records';
import type { SyncChange } from '../../../shared/contract/sync';
import { VOICE } from '../../../shared/limits';
import { upload } from '../../support/content';
import { fixture } from '../../support/fixtures';
import { refusal, testService, type TestPerson, type TestService } from '../../support/service';

let t: TestService;
let ann: TestPerson;
let bob: TestPerson;
let eve: TestPerson;

beforeEach(async () => {
  t = await testService();
  [ann, bob, eve] = await t.people('Ann', 'Bob', 'Eve');
});

function record(name: string, input: object = {}): Promise<File> {
  return upload(t.service, ann.session, 'files.upload', fixture(name), { waveform: '0gv', ...input });
}

/** Sends a voice message of Ann to a group of her and others. */
async function send(voice: File, ...others: TestPerson[]): Promise<number> {
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
  for (const { id } of others) await ann.call('dialogs.join', { dialog_id, user_id: id });
  const message = { dialog_id, attachments: [{ Type: 'file' as const, Item: voice.ID }] };
  return (await ann.call('dialogs.send', message)).ID;
}

async function isHeard(person: TestPerson, message_id: number): Promise<boolean | undefined> {
  const { Attachments } = await person.call('dialogs.message', { message_id });
  return (Attachments[0]?.Item as File).Voice?.Heard;
}

describe('a voice message', () => {
  test('is a file whose duration, codec and type are read from its bytes', async () => {
    const voice = await record('track.opus', { filename: 'Voice.mp3', gain: 6 });
    expect(voice).toMatchObject({ Name: 'Voice.mp3', Type: 'audio/ogg' });
    expect(voice.Voice).toEqual({
      Duration: 1,
      Waveform: [0, 16, 31],
      Gain: 6,
      Heard: false,
    });
  });

  test.each(['track.mp3', 'track.flac', 'track.ogg', 'track.wav', 'video.webm', 'video.mp4', 'picture.png'])(
    'is not made from %s',
    async (name) => {
      expect(await refusal(record(name))).toMatchObject({ code: 'invalid_type' });
      expect(await ann.call('files.list', {})).toEqual([]);
    },
  );

  test('has a waveform and a gain within bounds', async () => {
    for (const input of [{ waveform: '0w' }, { waveform: '' }, { waveform: '0'.repeat(VOICE.waveform + 1) }])
      expect((await refusal(record('track.opus', input))).fields).toHaveProperty('waveform');
    const error = await refusal(record('track.opus', { gain: VOICE.gain + 1 }));
    expect(error.fields).toHaveProperty('gain');
  });

  test('is an ordinary file without a waveform', async () => {
    expect(await record('track.opus', { waveform: undefined })).not.toHaveProperty('Voice');
  });

  test('is marked as heard per listener, and for its owner when the first of them listens', async () => {
    const voice = await record('track.opus');
    const message = await send(voice, bob, eve);
    const events = await Promise.all([ann, bob, eve].map((person) => person.listen()));
    await bob.call('files.markHeard', { file_id: voice.ID });
    await bob.call('files.markHeard', { file_id: voice.ID });
    const heard = await Promise.all([ann, bob, eve].map((person) => isHeard(person, message)));
    expect(heard).toEqual([true, true, false]);
    await eve.call('files.markHeard', { file_id: voice.ID });
    const told = await Promise.all(
      events.map(async (line) => (await line.take()).filter(({ Type }) => Type === 'file')),
    );
    expect(told.map((list) => list.length)).toEqual([1, 1, 1]);
    for (const [event] of told)
      expect(event).toMatchObject({ ID: voice.ID, File: { Voice: { Heard: true } } });
  });

  test('is not marked as heard by its owner, and a changed message shows each listener their own mark', async () => {
    const voice = await record('track.opus');
    const message_id = await send(voice, bob, eve);
    await ann.call('files.markHeard', { file_id: voice.ID });
    expect(await isHeard(ann, message_id)).toBe(false);
    await bob.call('files.markHeard', { file_id: voice.ID });
    const [bobs, eves] = [await bob.listen(), await eve.listen()];
    await ann.call('dialogs.react', { message_id, emoji: '👍' });
    const seen = [];
    for (const line of [bobs, eves]) {
      for (const event of await line.take())
        if (event.Type === 'message_reaction')
          seen.push((event.Message.Attachments[0]?.Item as File).Voice?.Heard);
    }
    expect(seen).toEqual([true, false]);
  });

  test('can be marked only by those who received it, and other files not at all', async () => {
    const voice = await record('track.opus');
    const plain = await record('track.opus', { waveform: undefined });
    await send(voice, bob);
    expect(await eve.refused('files.markHeard', { file_id: voice.ID })).toMatchObject({ code: 'not_found' });
    expect(await ann.refused('files.markHeard', { file_id: plain.ID })).toMatchObject({ code: 'conflict' });
  });

  test('can be a comment, with or without text, only of the person who recorded it', async () => {
    const voice = await record('track.opus');
    const plain = await record('track.opus', { waveform: undefined });
    const { ID: post_id } = await bob.call('posts.create', { user: '@me', content: 'Say something' });
    const comment = await ann.call('posts.comment', { post_id, voice: voice.ID });
    expect(comment).toMatchObject({ Content: '', Voice: { ID: voice.ID, Mine: true } });
    const [read] = await bob.call('posts.comments', { post_id });
    expect(read).toMatchObject({ Voice: { ID: voice.ID, Mine: false, Voice: { Heard: false } } });
    await bob.call('files.markHeard', { file_id: voice.ID });
    expect((await ann.call('posts.comments', { post_id }))[0]?.Voice?.Voice?.Heard).toBe(true);
    for (const wrong of [voice.ID, plain.ID, 5])
      expect((await bob.refused('posts.comment', { post_id, voice: wrong })).fields).toHaveProperty('voice');
    expect((await ann.refused('posts.comment', { post_id, voice: plain.ID })).fields).toHaveProperty('voice');
    expect((await ann.refused('posts.comment', { post_id, content: ' ' })).fields).toHaveProperty('content');
    await ann.call('files.remove', { file_id: voice.ID });
    expect((await bob.call('posts.comments', { post_id }))[0]).toMatchObject({ ID: comment.ID, Voice: null });
  });

  test('is deleted with its list of listeners', async () => {
    const voice = await record('track.opus');
    const message = await send(voice, bob);
    await bob.call('files.markHeard', { file_id: voice.ID });
    await ann.call('files.remove', { file_id: voice.ID });
    const { Attachments } = await bob.call('dialogs.message', { message_id: message });
    expect(Attachments[0]?.Item).toBeNull();
  });
});

test('someone who heard a voice message and then left gets no new address of it', async () => {
  const voice = await record('track.opus');
  const message_id = await send(voice, bob);
  const { Dialog } = await bob.call('dialogs.message', { message_id });
  const { Log: log, Seq: since } = await bob.call('sync.begin', {});
  await bob.call('files.markHeard', { file_id: voice.ID });
  await ann.call('dialogs.leave', { dialog_id: Dialog.ID, user_id: bob.id });
  expect((await bob.refused('files.get', { file_id: voice.ID })).code).toBe('not_found');

  const line = await bob.listen({ since, log });
  const files = (await line.take()).filter((event) => event.Type === 'file');
  expect(files).toEqual([{ Type: 'file', ID: voice.ID, File: null, Seq: expect.any(Number) as number }]);
  const { Changes = [] } = (await bob.call('sync.changes', { since, log })) as { Changes?: SyncChange[] };
  expect(Changes.filter(({ Table, Row }) => ['file', 'content'].includes(Table) && Row !== null)).toEqual([]);
});
