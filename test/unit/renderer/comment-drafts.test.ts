// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { VoiceRecording } from '../../../renderer/media/voice/recording';
import { CommentDraft } from '../../../renderer/posts/comments/comment-draft.svelte';
import { Comments } from '../../../renderer/posts/comments/comments.svelte';
import { Comment, File as FileRecord, Photo } from '../../../shared/contract/records';
import { ByteHost } from '../../support/hosts/byte-host';
import { fakeHost } from '../../support/hosts/fake-host';
import { recordOf } from '../record-of';
import { heldAnswer, openPage } from './page';

const VOICE: VoiceRecording = {
  file: new File(['speech'], 'voice.webm', { type: 'audio/webm' }),
  folder: '',
  voice: { seconds: 3, waveform: '0123', gain: 0 },
};
const photo = (item: number) => ({ kind: 'photo' as const, item, name: '', size: 0 });

beforeEach(async () => {
  await openPage();
  vi.stubGlobal('fetch', new ByteHost().fetch);
  fakeHost.answer('posts.comment', () => recordOf(Comment, { ID: 1 }));
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
  draft.tray.add([new File(['a picture'], 'gate.png', { type: 'image/png' })], 'photo');
  await uploaded.asked;
  expect(await draft.send(new Comments(9))).toBe(false);
  expect(new CommentDraft(9).text).toBe('Look');
  uploaded.give(recordOf(Photo, { ID: 31 }));
  await draft.tray.ready();
  expect(await draft.send(new Comments(9))).toBe(true);
  expect(fakeHost.inputsOf('posts.comment')).toEqual([{ post_id: 9, content: 'Look', photos: [31] }]);
  expect([draft.isEmpty, new CommentDraft(9).isEmpty]).toEqual([true, true]);
});
