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

/** Whether a text consists of one to three emoji and nothing else. */
export function isOnlyEmoji(text: string): boolean {
  // Most texts begin with a letter; the second expression has an alternative for each emoji.
  return !/^[A-Za-z\u0400-\u04FF]/.test(text) && /^\s*(?:\p{RGI_Emoji}\s*){1,3}$/v.test(text);
}

const KEY = 'courtyard.emoji';
const SHOWN = 6;
const USUAL = ['👍', '❤️', '😂', '😮', '😢', '🎉'];
