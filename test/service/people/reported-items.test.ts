import { beforeEach, expect, test } from 'vitest';
import type { Output } from '../../../shared/contract';
import { upload } from '../../support/content';
import { fixture } from '../../support/fixtures';
import { testService, type TestPerson, type TestService } from '../../support/service';

let t: TestService;
let ann: TestPerson;
let bob: TestPerson;
let carl: TestPerson;

beforeEach(async () => {
  t = await testService();
  [ann, bob, carl] = await t.people('Ann', 'Bob', 'Carl');
});

type ReportedItem = NonNullable<Output<'admin.reports'>[number]['Item']>;

/** The item of the newest report as an administrator sees it. */
async function newest(admin = ann): Promise<ReportedItem | null | undefined> {
  return (await admin.call('admin.reports', {}))[0]?.Item;
}

function report(Type: ReportedItem['Type'], Item: number, by = carl) {
  return by.call('people.reportItem', { Type, Item, reason: 'Spam' });
}

test('a reported post or comment can be opened in its place and deleted by administrators', async () => {
  const post = await bob.call('posts.create', { user: '@me', content: 'Cheap watches' });
  const comment = await bob.call('posts.comment', { post_id: post.ID, content: 'And rings' });
  await report('post', post.ID);
  expect(await newest()).toMatchObject({ Post: 0, Visible: true, Removable: true });
  await report('comment', comment.ID);
  expect(await newest()).toMatchObject({ Post: post.ID, Visible: true, Removable: true });
  await ann.call('posts.removeComment', { comment_id: comment.ID });
  expect(await newest()).toMatchObject({ Text: 'And rings', Post: 0, Visible: false, Removable: false });
});

test('an administrator cannot delete a post of the owner', async () => {
  await ann.call('admin.setRole', { user_id: bob.id, role: 'admin' });
  const post = await ann.call('posts.create', { user: '@me', content: 'Cheap watches' });
  await report('post', post.ID);
  expect(await newest(bob)).toMatchObject({ Visible: true, Removable: false });
});

test('a reported message can be opened by its members and deleted by the admins of the group', async () => {
  const { ID: dialog_id } = await bob.call('dialogs.create', { name: 'Yard', type: 'group' });
  await carl.call('dialogs.join', { dialog_id, user_id: '@me' });
  const { ID } = await bob.call('dialogs.send', { dialog_id, text: 'Cheap watches' });
  const reply = await bob.call('dialogs.send', { dialog_id, text: 'And rings', thread: ID });
  await report('message', reply.ID);
  expect(await newest()).toMatchObject({ Dialog: 0, Thread: 0, Visible: false, Removable: false });
  await ann.call('dialogs.join', { dialog_id, user_id: '@me' });
  expect(await newest()).toMatchObject({ Dialog: dialog_id, Thread: ID, Visible: true, Removable: false });
  await bob.call('dialogs.setRole', { dialog_id, user_id: ann.id, role: 'admin' });
  expect(await newest()).toMatchObject({ Dialog: dialog_id, Removable: true });
});

test('a reported group can be opened if it is public', async () => {
  const { ID } = await bob.call('dialogs.create', { name: 'Yard', type: 'group' });
  await report('dialog', ID);
  expect(await newest()).toMatchObject({ Dialog: ID, Visible: true, Removable: false });
  await bob.call('dialogs.update', { dialog_id: ID, private: true });
  expect(await newest()).toMatchObject({ Dialog: 0, Visible: false });
});

test('a report shows a photo, a file and the photo of a message only where the administrator may see them', async () => {
  const { ID: photo } = await upload(t.service, bob.session, 'photos.upload', fixture('picture.png'), {
    mode: 'private',
  });
  const { ID: file } = await upload(t.service, bob.session, 'files.upload', fixture('picture.png'), {
    filename: 'cat.png',
  });
  const { ID: dialog_id } = await bob.call('dialogs.create', { name: 'Yard', type: 'group' });
  await carl.call('dialogs.join', { dialog_id, user_id: '@me' });
  const attachments = [{ Type: 'file' as const, Item: file }];
  const { ID } = await bob.call('dialogs.send', { dialog_id, photos_list: [photo], attachments });
  const reported = { message: ID, photo, file };
  const types = ['message', 'photo', 'file'] as const;
  for (const type of types) {
    await report(type, reported[type]);
    expect(await newest()).toMatchObject({ Visible: false, Photo: null, File: null });
  }
  await ann.call('dialogs.join', { dialog_id, user_id: '@me' });
  const [byFile, byPhoto, byMessage] = (await ann.call('admin.reports', {})).map(({ Item }) => Item);
  expect(byMessage).toMatchObject({ Visible: true, Photo: { ID: photo }, File: null });
  expect(byPhoto).toMatchObject({ Visible: true, Photo: { ID: photo }, File: null });
  expect(byFile).toMatchObject({ Visible: true, Photo: null, File: { ID: file, Name: 'cat.png' } });
  await bob.call('files.remove', { file_id: file });
  expect(await newest()).toMatchObject({ Visible: false, File: null });
});

test('a reported video of a group is opened and its poster seen by members only', async () => {
  const video = await upload(t.service, bob.session, 'videos.upload', fixture('video.mp4'));
  const poster = await upload(t.service, bob.session, 'photos.upload', fixture('picture.png'), {
    mode: 'private',
  });
  await bob.call('videos.update', { video_id: video.ID, preview: poster.ID });
  const { ID: dialog_id } = await bob.call('dialogs.create', { name: 'Yard', type: 'group' });
  await carl.call('dialogs.join', { dialog_id, user_id: '@me' });
  await bob.call('dialogs.send', { dialog_id, attachments: [{ Type: 'video', Item: video.ID }] });
  await report('video', video.ID);
  expect(await newest()).toMatchObject({ Visible: false, Removable: false, Photo: null });
  await ann.call('dialogs.join', { dialog_id, user_id: '@me' });
  expect(await newest()).toMatchObject({ Visible: true, Removable: false, Photo: { ID: poster.ID } });
});
