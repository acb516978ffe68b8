import { expect, test } from 'vitest';
import { contract, names, type Input, type Name } from '../../shared/contract';
import { inputKeys } from '../../shared/contract/endpoint';
import { versionedEditOf, type Version } from '../../shared/contract/versions';
import type { AppError } from '../../shared/errors';
import { upload, type UploadName } from '../support/content';
import { fixture } from '../support/fixtures';
import { testService, type TestPerson } from '../support/service';

async function world() {
  const t = await testService();
  const [ann, ben] = await t.people('Ann', 'Ben');
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Garden', type: 'group' });
  await ann.call('dialogs.join', { dialog_id, user_id: ben.id });
  return { t, ann, ben, dialog_id };
}

async function messageOf(person: TestPerson, dialog_id: number, text = 'One') {
  return (await person.call('dialogs.send', { dialog_id, text })).ID;
}

test('every edit that takes a version says how to read it, and no other call', () => {
  const taking = names.filter((name) => inputKeys(contract[name]).has('ifVersion'));
  expect(taking).toEqual(names.filter((name) => versionedEditOf(name)));
  expect(taking).toHaveLength(9);
});

test('an edit based on another version changes nothing and returns the current version', async () => {
  const { ann, dialog_id } = await world();
  const message_id = await messageOf(ann, dialog_id);
  const ifVersion = { text: 'One' };
  // Within the same second.
  await ann.call('dialogs.editMessage', { message_id, text: 'Two', ifVersion });
  const error = await ann.refused('dialogs.editMessage', { message_id, text: 'Three', ifVersion });
  expect(error).toMatchObject({ code: 'version_conflict', status: 412, current: { text: 'Two' } });
  expect((await ann.call('dialogs.message', { message_id })).Text).toBe('Two');
  await ann.call('dialogs.editMessage', { message_id, text: 'Three', ifVersion: error.current });
  expect((await ann.call('dialogs.message', { message_id })).Text).toBe('Three');
});

test('only the values that are named count, and the same change twice is no conflict', async () => {
  const { ann, ben, dialog_id } = await world();
  await ann.call('dialogs.setRole', { dialog_id, user_id: ben.id, role: 'admin' });
  await ben.call('dialogs.update', { dialog_id, description: 'Roses' });
  await ann.call('dialogs.update', { dialog_id, name: 'Orchard', ifVersion: { name: 'Garden' } });
  await ben.call('dialogs.update', { dialog_id, name: 'Orchard', ifVersion: { name: 'Garden' } });
  expect(await ann.call('dialogs.get', { dialog_id })).toMatchObject({
    Name: 'Orchard',
    Description: 'Roses',
  });
  const both = { name: 'Orchard', description: '' };
  const error = await ben.refused('dialogs.update', { dialog_id, name: 'Yard', ifVersion: both });
  expect(error.current).toEqual({ name: 'Orchard', description: 'Roses' });
});

test('a caller who may not edit gets that error, not a conflict', async () => {
  const { ann, ben, dialog_id } = await world();
  const message_id = await messageOf(ann, dialog_id);
  const edit = { message_id, text: 'Mine', ifVersion: { text: 'Another' } };
  expect((await ben.refused('dialogs.editMessage', edit)).code).toBe('access_denied');
  await ann.call('dialogs.deleteMessage', { message_id });
  expect((await ann.refused('dialogs.editMessage', edit)).code).toBe('not_found');
});

test('an unknown field of a version is rejected', async () => {
  const { ann, dialog_id } = await world();
  const message_id = await messageOf(ann, dialog_id);
  const error = await ann.refused('dialogs.editMessage', {
    message_id,
    text: 'Two',
    ifVersion: { txt: 'One' },
  });
  expect(error.fields).toHaveProperty(['ifVersion.txt']);
  expect((await ann.call('dialogs.message', { message_id })).Text).toBe('One');
});

test('a retry with another version is the same command', async () => {
  const { ann, dialog_id } = await world();
  const message_id = await messageOf(ann, dialog_id);
  await ann.call('dialogs.editMessage', { message_id, text: 'Two' }, 'the-same-key');
  await ann.call('dialogs.editMessage', { message_id, text: 'Three' });
  const retry = { message_id, text: 'Two', ifVersion: { text: 'One' } };
  await ann.call('dialogs.editMessage', retry, 'the-same-key');
  expect((await ann.call('dialogs.message', { message_id })).Text).toBe('Three');
});

test('every edit recognizes its own values as they are read', async () => {
  const { t, ann, dialog_id } = await world();
  const of = async (name: UploadName, path: string) =>
    (await upload(t.service, ann.session, name, fixture(path))).ID;
  const [photo, file] = [await of('photos.upload', 'picture.png'), await of('files.upload', 'picture.png')];
  const [track, video] = [await of('music.upload', 'track.mp3'), await of('videos.upload', 'video.mp4')];
  const message_id = await messageOf(ann, dialog_id);
  const { ID: post_id } = await ann.call('posts.create', { user: '@me', content: 'One' });
  const { ID: playlist_id } = await ann.call('music.createPlaylist', { name: 'One' });
  const shown = { photos_list: [photo], attachments: [{ Type: 'file' as const, Item: file }] };
  const edits: { [N in Name]?: Input<N> } = {
    'dialogs.editMessage': { message_id, text: 'Two', ...shown },
    'posts.edit': { post_id, content: 'Two', language: 2, nsfw: true, ...shown },
    'dialogs.update': {
      dialog_id,
      name: 'Two',
      description: 'Two',
      avatar: photo,
      topic: 3,
      country: 1,
      private: true,
    },
    'account.updateProfile': {
      name: 'Two',
      about: 'Two',
      languages: [1, 2],
      searchState: false,
      postState: 2,
    },
    'music.updatePlaylist': { playlist_id, name: 'Two', description: 'Two', cover: photo, private: true },
    'music.updateTrack': { track_id: track, name: 'Two', author: 'Two', cover: photo, explicit: true },
    'photos.update': { photo_id: photo, caption: 'Two' },
    'files.update': { file_id: file, name: 'Two', folder: 'Two' },
    'videos.update': { video_id: video, name: 'Two', description: 'Two', preview: photo },
  };
  for (const [name, edit] of Object.entries(edits) as [Name, Version][]) {
    const identifiers = Object.keys(edit).filter((key) => key.endsWith('_id'));
    const values = Object.fromEntries(Object.entries(edit).filter(([key]) => !identifiers.includes(key)));
    const call = (input: Version) => ann.call(name, input as never);
    const refused = (input: Version): Promise<AppError> => ann.refused(name, input as never);
    await call(edit);
    // What it just set is the current version.
    await call({ ...edit, ifVersion: values });
    const changed = Object.fromEntries(Object.keys(values).map((key) => [key, 'Other']));
    const other = { ...edit, ...OTHER[name] };
    const error = await refused({ ...other, ifVersion: changed });
    expect([name, error.code, error.current]).toEqual([name, 'version_conflict', values]);
    await call({ ...other, ifVersion: values });
  }
  expect(Object.keys(edits).toSorted()).toEqual(names.filter((name) => versionedEditOf(name)).toSorted());
});

/** A change of each edit to another value. */
const OTHER: Partial<Record<Name, Version>> = {
  'dialogs.editMessage': { text: 'Three' },
  'posts.edit': { content: 'Three' },
  'dialogs.update': { name: 'Three' },
  'account.updateProfile': { name: 'Three' },
  'music.updatePlaylist': { name: 'Three' },
  'music.updateTrack': { name: 'Three' },
  'photos.update': { caption: 'Three' },
  'files.update': { name: 'Three' },
  'videos.update': { name: 'Three' },
};
