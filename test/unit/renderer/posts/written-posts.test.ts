// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { VoiceRecording } from '../../../../renderer/media/voice/recording';
import { CommentDraft } from '../../../../renderer/posts/comments/comment-draft.svelte';
import { Comments } from '../../../../renderer/posts/comments/comments.svelte';
import { PostDraft } from '../../../../renderer/posts/composer/post-draft.svelte';
import { session } from '../../../../renderer/api';
import { Comment, File as FileRecord, Photo, PostModel } from '../../../../shared/contract/records';
import { AppError } from '../../../../shared/errors';
import { ByteHost } from '../../../support/hosts/byte-host';
import { fakeHost } from '../../../support/hosts/fake-host';
import { recordOf } from '../../record-of';
import { heldAnswer, openPage, settled, toastTexts } from '../page';

const VOICE: VoiceRecording = {
  file: new File(['speech'], 'voice.webm', { type: 'audio/webm' }),
  folder: '',
  voice: { seconds: 3, waveform: '0123', gain: 0 },
};
const GATE = new File(['a picture'], 'gate.png', { type: 'image/png' });
const photo = (item: number) => ({ kind: 'photo' as const, item, name: '', size: 0 });

beforeEach(async () => {
  await openPage();
  vi.stubGlobal('fetch', new ByteHost().fetch);
  fakeHost.answer('posts.comment', () => recordOf(Comment, { ID: 1 }));
  fakeHost.answer('posts.create', () => recordOf(PostModel, { ID: 2 }));
});
afterEach(() => void vi.unstubAllGlobals());

test('a voice comment leaves in the draft what was written while it was uploaded', async () => {
  const uploaded = heldAnswer<FileRecord>();
  fakeHost.answer('files.upload', uploaded.handler);
  const draft = new CommentDraft(9);
  const sending = draft.sendVoice(new Comments(9), VOICE);
  await uploaded.asked;
  draft.text = 'Half a sentence';
  draft.tray.attach(photo(31));
  uploaded.give(recordOf(FileRecord, { ID: 5 }));
  expect(await sending).toBe(true);
  expect(fakeHost.inputsOf('posts.comment')).toEqual([{ post_id: 9, content: '', voice: 5 }]);
  expect([draft.text, draft.tray.attached]).toEqual(['Half a sentence', [photo(31)]]);
});

test('a voice comment that is removed while it is uploaded is not posted', async () => {
  const uploaded = heldAnswer<FileRecord>();
  fakeHost.answer('files.upload', uploaded.handler);
  const draft = new CommentDraft(9);
  const sending = draft.sendVoice(new Comments(9), VOICE);
  await uploaded.asked;
  draft.text = 'Half a sentence';
  draft.tray.remove(draft.tray.all[0]!.key);
  uploaded.give(recordOf(FileRecord, { ID: 5 }));
  expect(await sending).toBe(false);
  expect(fakeHost.inputsOf('posts.comment')).toEqual([]);
  expect(draft.text).toBe('Half a sentence');
});

test('a comment is sent with its photos once they are uploaded, and stays until then', async () => {
  const uploaded = heldAnswer<Photo>();
  fakeHost.answer('photos.upload', uploaded.handler);
  const draft = new CommentDraft(9);
  draft.text = 'Look';
  draft.tray.add([GATE], 'photo');
  await uploaded.asked;
  expect(await draft.send(new Comments(9))).toBe(false);
  expect(new CommentDraft(9).text).toBe('Look');
  uploaded.give(recordOf(Photo, { ID: 31 }));
  await draft.tray.ready();
  expect(await draft.send(new Comments(9))).toBe(true);
  expect(fakeHost.inputsOf('posts.comment')).toEqual([{ post_id: 9, content: 'Look', photos: [31] }]);
  expect([draft.isEmpty, new CommentDraft(9).isEmpty]).toEqual([true, true]);
});

/** A post that was sent while its photo is being uploaded. */
async function waitingPost() {
  const uploaded = heldAnswer<Photo>();
  fakeHost.answer('photos.upload', uploaded.handler);
  const draft = new PostDraft(5);
  const leave = draft.follow(() => void draft.send());
  draft.text = 'Look';
  draft.tray.add([GATE]);
  await uploaded.asked;
  await draft.send();
  expect([draft.isWaiting, fakeHost.inputsOf('posts.create')]).toEqual([true, []]);
  return { draft, leave, uploaded };
}

test('a post is sent as soon as its photos are uploaded', async () => {
  const { draft, leave, uploaded } = await waitingPost();
  uploaded.give(recordOf(Photo, { ID: 31 }));
  await draft.tray.ready();
  await settled();
  expect(fakeHost.inputsOf('posts.create')).toMatchObject([{ content: 'Look', photos_list: [31] }]);
  leave();
  expect([draft.isEmpty, toastTexts()]).toEqual([true, []]);
});

test('a post that is left while its photos are uploaded stays a draft, as a toast says', async () => {
  const { draft, leave, uploaded } = await waitingPost();
  leave();
  expect(toastTexts()).toEqual(['Files were still uploading, so your post was saved as a draft.']);
  uploaded.give(recordOf(Photo, { ID: 31 }));
  await draft.tray.ready();
  await settled();
  expect(fakeHost.inputsOf('posts.create')).toEqual([]);
  const { text, tray } = new PostDraft(5);
  expect([text, tray.attached.map(({ item }) => item)]).toEqual(['Look', [31]]);
});

test('a post is not sent by removing the photo that the host refused', async () => {
  const { draft, leave, uploaded } = await waitingPost();
  uploaded.give(Promise.reject(new AppError('invalid_type')));
  await settled();
  expect([draft.isWaiting, draft.tray.hasFailed]).toEqual([false, true]);
  draft.tray.remove(draft.tray.all[0]!.key);
  await settled();
  expect(fakeHost.inputsOf('posts.create')).toEqual([]);
  leave();
  expect([draft.text, toastTexts()]).toEqual(['Look', []]);
});

test('the audience of a post is sent from the own wall only, and kept with the draft', async () => {
  const draft = new PostDraft(session.id);
  [draft.text, draft.audience] = ['Among friends', 1];
  expect(new PostDraft(session.id).audience).toBe(1);
  await draft.send();
  expect(fakeHost.inputsOf('posts.create')).toMatchObject([{ user: session.id, audience: 1 }]);
  expect(draft.audience).toBe(0);
  const elsewhere = new PostDraft(session.id + 1);
  elsewhere.text = 'Hello';
  await elsewhere.send();
  expect(fakeHost.inputsOf('posts.create').at(-1)).not.toHaveProperty('audience');
});

test('an edit begins with the audience of the post', async () => {
  fakeHost.answer('posts.edit', () => recordOf(PostModel, { ID: 2 }));
  const draft = new PostDraft(session.id, recordOf(PostModel, { ID: 2, Content: 'Note', Audience: 2 }));
  expect(draft.audience).toBe(2);
  draft.audience = 0;
  await draft.send();
  expect(fakeHost.inputsOf('posts.edit')).toMatchObject([{ post_id: 2, content: 'Note', audience: 0 }]);
});
