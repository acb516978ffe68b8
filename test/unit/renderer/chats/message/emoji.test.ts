import data from 'emoji-picker-element-data/en/emojibase/data.json';
import { describe, expect, test } from 'vitest';
import { isOnlyEmoji } from '../../../../../renderer/chats/message/emoji';
import { isEmoji } from '../../../../../shared/emoji';

const all = data.flatMap(({ emoji, skins = [] }) => [emoji, ...skins.map((skin) => skin.emoji)]);

test('every emoji of the picker alone is shown large', () => {
  expect(all.length).toBeGreaterThan(3000);
  expect(all.filter((emoji) => !isOnlyEmoji(emoji))).toEqual([]);
});

describe('a text', () => {
  test.each(['👍', '👍👍👍', ' 👍 🇺🇦\n❤️ ', '👩🏽‍🚀🏴󠁧󠁢󠁥󠁮󠁧󠁿1️⃣'])('of one to three emoji is shown large: %j', (text) => {
    expect(isOnlyEmoji(text)).toBe(true);
  });

  test.each(['', ' ', '12', '1:30', '!', '…', '#1', '👍👍👍👍', '👍 yes', 'yes 👍', '©', '→'])(
    'of anything else is not: %j',
    (text) => {
      expect(isOnlyEmoji(text)).toBe(false);
    },
  );

  test.each([
    ['👍', true],
    ['👩🏽‍🚀', true],
    ['1️⃣', true],
    ['', false],
    ['1', false],
    ['a', false],
    ['👍👍', false],
    ['👍 ', false],
  ])('%j is one emoji: %j', (text, expected) => {
    expect(isEmoji(text)).toBe(expected);
  });
});
