import { readStored, store } from '../../api/storage';

/** Returns the emoji used most for reactions on this device, filled up with common ones. */
export function frequentEmoji(): string[] {
  const counts = readStored<Record<string, number>>(KEY) ?? {};
  const known = Object.entries(counts)
    .sort(([, one], [, other]) => other - one)
    .map(([emoji]) => emoji);
  return [...new Set([...known.slice(0, SHOWN), ...USUAL])].slice(0, SHOWN);
}

/** Counts a use of an emoji. */
export function noteEmoji(emoji: string): void {
  const counts = readStored<Record<string, number>>(KEY) ?? {};
  store(KEY, { ...counts, [emoji]: (counts[emoji] ?? 0) + 1 });
}

/**
 * Returns the form of an emoji that Unicode recommends for general interchange (RGI), the only one that reactions
 * accept; undefined if the text isn't an emoji. Pickers may add or omit the variation selector U+FE0F.
 */
export function emojiForInterchange(emoji: string): string | undefined {
  const bare = emoji.replaceAll('\uFE0F', '');
  return [emoji, bare, `${bare}\uFE0F`].find((form) => /^\p{RGI_Emoji}$/v.test(form));
}

/** Whether a text consists of one to three emoji and nothing else. */
export function isOnlyEmoji(text: string): boolean {
  return /^\s*(?:\p{RGI_Emoji}\s*){1,3}$/v.test(text);
}

const KEY = 'courtyard.emoji';
const SHOWN = 6;
const USUAL = ['👍', '❤️', '😂', '😮', '😢', '🎉'];
