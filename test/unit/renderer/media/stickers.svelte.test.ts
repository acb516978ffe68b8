// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentSticker } from '../../../../renderer/media/stickers/current-sticker.svelte';
import { emojiIn, PackEditor } from '../../../../renderer/media/stickers/pack-editor.svelte';
import { stickerPacks } from '../../../../renderer/media/stickers/sticker-packs.svelte';
import { Sticker, StickerPack } from '../../../../shared/contract/records';
import { AppError } from '../../../../shared/errors';
import { fakeHost } from '../../../support/hosts/fake-host';
import { recordOf } from '../../record-of';
import { heldAnswer, openPage, settled } from '../page';

const sticker = (ID: number, ...Emoji: string[]) => recordOf(Sticker, { ID, Pack: 1, Emoji });
const pack = (...Stickers: Sticker[]) => recordOf(StickerPack, { ID: 1, Name: 'Cats', Mine: true, Stickers });
const NOW = Date.UTC(2026, 0, 2, 12);
const HOUR = 3600_000;
const [smile, heart, both] = [sticker(1, '🙂'), sticker(2, '❤️'), sticker(3, '😀', '🙂')];

beforeEach(async () => {
  await openPage();
  fakeHost.answer('stickers.packs', () => [pack(smile, heart, both)]);
  await stickerPacks.load();
});
afterEach(() => void vi.useRealTimers());

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

/** A sticker whose signed URL is valid for so many hours. */
const signed = (one: Sticker, hours: number): Sticker => ({
  ...one,
  Url: `/content/sticker/${one.ID}/a.webp?exp=${(NOW + hours * HOUR) / 1000}&sig=x`,
});

test('packs are loaded again once their URLs have expired', async () => {
  vi.useFakeTimers({ now: NOW });
  fakeHost.answer('stickers.packs', () => [pack(), pack(signed(smile, 24))]);
  await stickerPacks.load();
  await stickerPacks.ensure();
  const before = fakeHost.inputsOf('stickers.packs').length;
  await stickerPacks.ensure();
  expect(fakeHost.inputsOf('stickers.packs')).toHaveLength(before);
  vi.setSystemTime(NOW + 24 * HOUR);
  fakeHost.answer('stickers.packs', () => [pack(), pack(signed(smile, 48))]);
  await stickerPacks.ensure();
  await stickerPacks.ensure();
  expect(fakeHost.inputsOf('stickers.packs')).toHaveLength(before + 1);
});

test('a sticker of a message is shown by the URL that its pack has now, once its own has expired', async () => {
  vi.useFakeTimers({ now: NOW });
  fakeHost.answer('stickers.pack', ({ pack_id }) => {
    if (Number(pack_id) === 2) throw new AppError('not_found');
    return pack(signed(smile, 24), signed(heart, 24));
  });
  const [valid, expired] = [signed(smile, 1), signed(smile, 0)];
  expect(currentSticker(valid)).toBe(valid);
  const others = [signed(heart, 0), signed(both, 0), { ...expired, Pack: 2 }, { ...expired, Pack: 0 }];
  // Until the packs are there, and for stickers that are in no pack any more, nothing better is known.
  const all = [expired, ...others];
  expect(all.map(currentSticker)).toEqual(all);
  await settled();
  expect(all.map(currentSticker)).toEqual([signed(smile, 24), signed(heart, 24), ...others.slice(1)]);
  expect(fakeHost.inputsOf('stickers.pack')).toEqual([{ pack_id: 1 }, { pack_id: 2 }]);
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
