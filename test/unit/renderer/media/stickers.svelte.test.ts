// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { emojiIn, PackEditor } from '../../../../renderer/media/stickers/pack-editor.svelte';
import { stickerPacks } from '../../../../renderer/media/stickers/sticker-packs.svelte';
import { Sticker, StickerPack } from '../../../../shared/contract/records';
import { AppError } from '../../../../shared/errors';
import { fakeHost } from '../../../support/hosts/fake-host';
import { recordOf } from '../../record-of';
import { heldAnswer, openPage, settled } from '../page';

const sticker = (ID: number, ...Emoji: string[]) => recordOf(Sticker, { ID, Pack: 1, Emoji });
const pack = (...Stickers: Sticker[]) => recordOf(StickerPack, { ID: 1, Name: 'Cats', Mine: true, Stickers });
const [smile, heart, both] = [sticker(1, '🙂'), sticker(2, '❤️'), sticker(3, '😀', '🙂')];

beforeEach(async () => {
  await openPage();
  fakeHost.answer('stickers.packs', () => [pack(smile, heart, both)]);
  await stickerPacks.load();
});

test('stickers are found by what they express foremost, in any form of the emoji', () => {
  expect(stickerPacks.byEmoji(['🙂']).map(({ ID }) => ID)).toEqual([1, 3]);
  expect(stickerPacks.byEmoji(['❤']).map(({ ID }) => ID)).toEqual([2]);
  expect(stickerPacks.byEmoji(['👍'])).toEqual([]);
});

test('packs follow changes, and those sent last come first', async () => {
  await stickerPacks.ensure();
  await settled();
  stickerPacks.note(smile);
  stickerPacks.note(heart);
  stickerPacks.note(smile);
  expect(stickerPacks.recent.map(({ ID }) => ID)).toEqual([1, 2]);
  fakeHost.answer('stickers.packs', () => [pack(heart)]);
  fakeHost.send({ Type: 'stickers', Pack: 1 });
  await settled();
  expect(stickerPacks.packs[0]?.Stickers.map(({ ID }) => ID)).toEqual([2]);
  // One that left its pack is not offered any more.
  expect(stickerPacks.recent.map(({ ID }) => ID)).toEqual([2]);
});

test('the order of a pack is shown at once, and as it was if the host refuses it', async () => {
  fakeHost.answer('stickers.pack', () => pack(smile, heart, both));
  const editor = new PackEditor(1);
  await editor.load();
  fakeHost.answer('stickers.updatePack', () => {
    throw new AppError('not_found');
  });
  const moving = editor.move(both, -1);
  expect(editor.stickers.map(({ ID }) => ID)).toEqual([1, 3, 2]);
  await moving;
  expect(fakeHost.inputsOf('stickers.updatePack')).toMatchObject([{ stickers: [1, 3, 2] }]);
  expect(editor.stickers.map(({ ID }) => ID)).toEqual([1, 2, 3]);
});

test('changes made while another one is sent are stored too, each after the other', async () => {
  fakeHost.answer('stickers.pack', () => pack(smile, heart, both));
  const editor = new PackEditor(1);
  await editor.load();
  const renamed = heldAnswer<StickerPack>();
  fakeHost.answer('stickers.updatePack', renamed.handler);
  const changes: Promise<unknown>[] = [editor.rename('Dogs')];
  await renamed.asked;
  fakeHost.answer('stickers.updatePack', () => ({ ...pack(both, heart), Name: 'Dogs' }));
  fakeHost.answer('stickers.update', ({ sticker_id, emoji }) => sticker(Number(sticker_id), String(emoji)));
  fakeHost.answer('stickers.remove', () => ({ ok: true }));
  changes.push(editor.describe(heart, '🎉'), editor.describe(heart, '❤️'), editor.remove(smile));
  changes.push(editor.move(both, -1), editor.move(both, -1));
  expect(editor.stickers.map(({ ID }) => ID)).toEqual([3, 1, 2]);
  renamed.give({ ...pack(smile, heart, both), Name: 'Dogs' });
  await Promise.all(changes);
  expect(fakeHost.inputsOf('stickers.update').map(({ emoji }) => emoji)).toEqual(['🎉', '❤️']);
  expect(fakeHost.inputsOf('stickers.remove')).toEqual([{ sticker_id: 1 }]);
  // Only the latest order is sent, without the sticker that was removed before.
  expect(fakeHost.inputsOf('stickers.updatePack')).toEqual([
    { pack_id: 1, name: 'Dogs' },
    { pack_id: 1, stickers: [3, 2] },
  ]);
  expect([editor.pack?.Name, editor.stickers.map(({ ID }) => ID)]).toEqual(['Dogs', [3, 2]]);
});

test.each([
  ['🙂', ['🙂']],
  ['🙂😀, 🙂', ['🙂', '😀']],
  ['🙂 cat', null],
  ['', null],
  ['🙂😀❤️👍🎉🐈', null],
])('the emoji in %j', (text, emoji) => expect(emojiIn(text)).toEqual(emoji));
