import { beforeEach, describe, expect, test } from 'vitest';
import type { File, Photo } from '../../../shared/contract/records';
import { upload } from '../../support/content';
import { fixture } from '../../support/fixtures';
import { testService, type TestPerson, type TestService } from '../../support/service';

let t: TestService;
let ann: TestPerson;
let bob: TestPerson;
let eve: TestPerson;
let dialog_id: number;
let file: File;
let photo: Photo;

beforeEach(async () => {
  t = await testService();
  [ann, bob, eve] = await t.people('Ann', 'Bob', 'Eve');
  ({ ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' }));
  await ann.call('dialogs.join', { dialog_id, user_id: bob.id });
  file = await upload(t.service, ann.session, 'files.upload', Buffer.from('hello'), { filename: 'a.txt' });
  await ann.call('files.update', { file_id: file.ID, folder: 'Secret' });
  photo = await upload(t.service, ann.session, 'photos.upload', fixture('picture.png'), { mode: 'private' });
});

const carried = () => ({
  dialog_id,
  photos_list: [photo.ID],
  attachments: [{ Type: 'file' as const, Item: file.ID }],
});

describe('a message', () => {
  test('carries files and photos, with or without text, as each viewer may see them', async () => {
    const line = await bob.listen();
    const own = await ann.call('dialogs.send', carried());
    expect(own).toMatchObject({
      Text: '',
      Photos: [photo.ID],
      Attachments: [{ Type: 'file', Item: { ID: file.ID, Mine: true, Folder: 'Secret' } }],
    });
    const [event] = await line.take();
    const [theirs] = await bob.call('dialogs.messages', { dialog_id });
    expect(event).toMatchObject({ Type: 'message', Message: theirs });
    expect(theirs?.Attachments[0]?.Item).toMatchObject({ ID: file.ID, Mine: false, Folder: '' });
    expect(theirs?.Attachments[0]?.Item).not.toHaveProperty('Shared');
    expect(await ann.call('files.get', { file_id: file.ID })).toMatchObject({
      Shared: [{ ID: dialog_id, Type: 'group', Name: 'Yard', Avatar: 0 }],
    });
  });

  test('grants access to its attachments to its readers only', async () => {
    const { ID: message_id } = await ann.call('dialogs.send', carried());
    expect(await bob.call('files.get', { file_id: file.ID })).toMatchObject({ Name: 'a.txt' });
    expect(await bob.call('photos.get', { photo_id: photo.ID })).toMatchObject({ ID: photo.ID });
    expect(await eve.refused('files.get', { file_id: file.ID })).toMatchObject({ code: 'not_found' });
    expect(await bob.refused('files.remove', { file_id: file.ID })).toMatchObject({ code: 'access_denied' });
    await ann.call('dialogs.deleteMessage', { message_id });
    expect(await bob.refused('files.get', { file_id: file.ID })).toMatchObject({ code: 'not_found' });
    expect(await bob.refused('photos.get', { photo_id: photo.ID })).toMatchObject({ code: 'not_found' });
  });

  test('may forward attachments to their author, and nothing unknown to the sender', async () => {
    const passed = await bob.call('dialogs.create', { name: 'Other', type: 'group' });
    const pass = { ...carried(), dialog_id: passed.ID };
    expect(await bob.refused('dialogs.send', pass)).toMatchObject({
      fields: { 'photos_list.0': expect.any(String) },
    });
    expect(await bob.refused('dialogs.send', { ...pass, photos_list: [] })).toMatchObject({
      fields: { 'attachments.0.Item': 'does not exist' },
    });
    expect(
      await ann.refused('dialogs.send', { dialog_id, attachments: [{ Type: 'track', Item: file.ID }] }),
    ).toMatchObject({ fields: { 'attachments.0.Item': 'does not exist' } });
    await ann.call('dialogs.send', carried());
    expect(await bob.call('dialogs.send', pass)).toMatchObject({ Photos: [photo.ID], Text: '' });
    // Passed on, it is still the first one's: told so to nobody else.
    const line = await bob.listen();
    await bob.call('dialogs.send', { ...carried(), text: 'again' });
    const [event] = await line.take();
    expect(event).toMatchObject({ Message: { Attachments: [{ Item: { Mine: false } }] } });
  });

  test('marks a file as own for its owner and foreign for others, in events too', async () => {
    await ann.call('dialogs.send', carried());
    const [owner, other] = [await ann.listen(), await bob.listen()];
    await ann.call('dialogs.join', { dialog_id, user_id: eve.id });
    const third = await eve.listen();
    for (const line of [owner, other, third]) await line.take();
    await bob.call('dialogs.send', carried());
    const mine = async (line: typeof owner) =>
      (await line.take()).flatMap((one) =>
        one.Type === 'message' ? (one.Message.Attachments[0]?.Item as File).Mine : [],
      );
    expect([await mine(owner), await mine(other), await mine(third)]).toEqual([[true], [false], [false]]);
  });

  test('edits attachments by kind and must keep some content', async () => {
    const { ID: message_id } = await ann.call('dialogs.send', carried());
    expect(await ann.call('dialogs.editMessage', { message_id })).toMatchObject({ EditTimestamp: 0 });
    const words = await ann.call('dialogs.editMessage', { message_id, text: 'Look', photos_list: [] });
    expect(words).toMatchObject({ Text: 'Look', Photos: [], Attachments: [{ Type: 'file' }] });
    const bare = await ann.call('dialogs.editMessage', { message_id, attachments: [] });
    expect(bare).toMatchObject({ Text: 'Look', Photos: [], Attachments: [] });
    expect(await ann.refused('dialogs.editMessage', { message_id, text: '' })).toMatchObject({
      code: 'validation_error',
    });
    const again = await ann.call('dialogs.editMessage', { message_id, text: '', photos_list: [photo.ID] });
    expect(again).toMatchObject({ Text: '', Photos: [photo.ID] });
    expect(await ann.refused('dialogs.editMessage', { message_id, photos_list: [] })).toMatchObject({
      code: 'validation_error',
    });
    expect(await bob.call('dialogs.message', { message_id })).toMatchObject({ Photos: [photo.ID] });
  });

  test('shows the new name of a file and caption of a photo, and emits an event', async () => {
    const { ID } = await ann.call('dialogs.send', carried());
    const line = await bob.listen();
    await ann.call('files.update', { file_id: file.ID, folder: 'Flat' });
    await ann.call('photos.update', { photo_id: photo.ID, caption: '' });
    expect(await line.take()).toEqual([]);
    await ann.call('files.update', { file_id: file.ID, name: 'b.txt' });
    await ann.call('photos.update', { photo_id: photo.ID, caption: 'Yard' });
    const edited = { ID, EditTimestamp: 0, Attachments: [{ Item: { Name: 'b.txt', Folder: '' } }] };
    expect(await line.take()).toMatchObject([
      { Type: 'message_edit', Message: edited },
      { Type: 'message_edit', Message: edited },
    ]);
    expect(await bob.call('photos.get', { photo_id: photo.ID })).toMatchObject({ Caption: 'Yard' });
  });

  test('shows removed attachments as deleted and emits an event', async () => {
    const { ID } = await ann.call('dialogs.send', carried());
    const line = await bob.listen();
    await ann.call('files.remove', { file_id: file.ID });
    expect(await line.take()).toMatchObject([
      { Type: 'message_edit', Message: { ID, Attachments: [{ Type: 'file', Item: null }] } },
    ]);
  });
});

test('lists what was shared in a dialog by kind, newest first, keeping messages whole', async () => {
  const other = await upload(t.service, ann.session, 'files.upload', Buffer.from('other'));
  const items = [file, other].map(({ ID }) => ({ Type: 'file' as const, Item: ID }));
  const { ID: first } = await ann.call('dialogs.send', { dialog_id, attachments: items });
  const { ID: second } = await ann.call('dialogs.send', { ...carried(), text: 'more' });
  const shared = async (kind: 'files' | 'photos' | 'tracks', last_id = 0, limit = 30) =>
    (await bob.call('dialogs.shared', { dialog_id, kind, last_id, limit })).map(({ Message, Item }) => [
      Message,
      typeof Item === 'string' ? 0 : Item.ID,
    ]);
  expect(await shared('files')).toEqual([
    [second, file.ID],
    [first, other.ID],
    [first, file.ID],
  ]);
  expect(await shared('files', second, 1)).toHaveLength(2);
  expect(await shared('photos')).toEqual([[second, photo.ID]]);
  expect(await shared('tracks')).toEqual([]);
  await ann.call('files.remove', { file_id: other.ID });
  expect(await shared('files')).toHaveLength(2);
});

test('counts what was shared in a dialog by kind, without what was removed', async () => {
  await ann.call('dialogs.send', { ...carried(), text: 'See https://example.org and https://example.com' });
  const other = await upload(t.service, ann.session, 'files.upload', Buffer.from('counted'));
  await ann.call('dialogs.send', { dialog_id, attachments: [{ Type: 'file', Item: other.ID }] });
  const counts = () => bob.call('dialogs.sharedCounts', { dialog_id });
  const before = await counts();
  expect(before).toMatchObject({ Photos: 1, Videos: 0, Tracks: 0, Links: 2 });
  await ann.call('files.remove', { file_id: other.ID });
  expect(await counts()).toEqual({ ...before, Files: before.Files - 1 });
});
