import { beforeEach, expect, test } from 'vitest';
import type { Photo } from '../../../shared/contract/records';
import { upload } from '../../support/content';
import { fixture } from '../../support/fixtures';
import { refusal, testService, type TestPerson, type TestService } from '../../support/service';

let t: TestService;
let ann: TestPerson;
let ben: TestPerson;
let cy: TestPerson;
let yard: number;
let open: Photo;
let face: Photo;
let sent: Photo;

beforeEach(async () => {
  t = await testService();
  [ann, ben, cy] = await t.people('Ann', 'Ben', 'Cy');
  yard = (await ann.call('dialogs.create', { name: 'Yard', type: 'group' })).ID;
  for (const person of [ben, cy]) await person.call('dialogs.join', { dialog_id: yard, user_id: '@me' });
  [open, face, sent] = [await photo('public'), await photo('private'), await photo('private')];
  await ben.call('account.updateProfile', { avatar: face.ID });
  await ben.call('dialogs.send', { dialog_id: yard, text: 'Look', photos_list: [sent.ID] });
  await ben.call('posts.create', { user: '@me', content: 'Look', photos_list: [open.ID] });
});

test('photos of a banned person are hidden until the ban is lifted', async () => {
  expect(await seen()).toEqual({
    of: 'given',
    get: [true, true, true],
    bytes: [true, true, true],
    avatar: face.ID,
  });
  await ann.call('admin.ban', { user_id: ben.id, reason: 'spam' });
  expect((await cy.refused('posts.list', { user: String(ben.id) })).code).toBe('access_denied');
  // A message stays, and so does what was sent with it.
  expect(await seen()).toEqual({
    of: 'access_denied',
    get: [false, false, true],
    bytes: [false, false, true],
    avatar: 0,
  });
  expect(await cy.call('photos.some', { ids: [open.ID, face.ID, sent.ID] })).toMatchObject([{ ID: sent.ID }]);
  await ann.call('admin.unban', { user_id: ben.id });
  expect(await seen()).toEqual({
    of: 'given',
    get: [true, true, true],
    bytes: [true, true, true],
    avatar: face.ID,
  });
});

test('files and tracks of a banned person are available only to their recipients', async () => {
  const file = await upload(t.service, ben.session, 'files.upload', Buffer.from('hello'), { filename: 'a' });
  const other = await upload(t.service, ben.session, 'files.upload', Buffer.from('hullo'), { filename: 'b' });
  const track = await upload(t.service, ben.session, 'music.upload', fixture('sound.mp3'), {
    mode: 'public',
  });
  await ben.call('dialogs.send', {
    dialog_id: yard,
    text: 'Here',
    attachments: [{ Type: 'file', Item: file.ID }],
  });
  await ann.call('admin.ban', { user_id: ben.id, reason: 'spam' });
  const found = [];
  for (const [kind, { Url }] of [
    ['file', file],
    ['file', other],
    ['track', track],
  ] as const)
    found.push(await hasBytes(kind, Url));
  expect(found).toEqual([true, false, false]);
});

test('the picture of a group stays when its owner is banned', async () => {
  const picture = await photo('private');
  const { ID: dialog_id } = await ben.call('dialogs.create', { name: 'Park', type: 'group' });
  await ben.call('dialogs.update', { dialog_id, avatar: picture.ID });
  await ann.call('admin.ban', { user_id: ben.id, reason: 'spam' });
  expect(await cy.call('photos.get', { photo_id: picture.ID })).toMatchObject({ ID: picture.ID });
  expect(await hasBytes('photo', picture.Url)).toBe(true);
});

/** What Cy sees of the three photos: in Ben's list, one by one, by their addresses; and Ben's avatar. */
async function seen() {
  const of = await cy.call('photos.of', { user: String(ben.id) }).then(
    () => 'given',
    (error: { code: string }) => error.code,
  );
  const [get, bytes]: boolean[][] = [[], []];
  for (const { ID: photo_id, Url } of [open, face, sent]) {
    get?.push(
      await cy.call('photos.get', { photo_id }).then(
        () => true,
        () => false,
      ),
    );
    bytes?.push(await hasBytes('photo', Url));
  }
  const [message] = await cy.call('dialogs.messages', { dialog_id: yard, limit: 1 });
  return { of, get, bytes, avatar: message?.Author.Avatar };
}

/** Whether an address that was signed before still leads to bytes. */
async function hasBytes(kind: string, url: string): Promise<boolean> {
  const { pathname, searchParams } = new URL(url, 'http://courtyard');
  const [exp, sig] = [searchParams.get('exp') ?? '', searchParams.get('sig') ?? ''];
  const asked = { kind, id: pathname.split('/')[3] ?? '', exp, sig };
  const found = t.service.content(asked);
  const isFound = await found.then(
    () => true,
    () => false,
  );
  if (!isFound) expect((await refusal(t.service.content(asked))).code).toBe('not_found');
  return isFound;
}

function photo(mode: 'public' | 'private'): Promise<Photo> {
  return upload(t.service, ben.session, 'photos.upload', fixture('picture.png'), { mode });
}
