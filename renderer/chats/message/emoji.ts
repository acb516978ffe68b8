import { readStored, store } from '../../api/storage';

/** The emoji that one reacts with most on this device, the usual ones in the gaps. */
export function frequentEmoji(): string[] {
  const counts = readStored<Record<string, number>>(KEY) ?? {};
  const known = Object.entries(counts)
    .sort(([, one], [, other]) => other - one)
    .map(([emoji]) => emoji);
  return [...new Set([...known.slice(0, SHOWN), ...USUAL])].slice(0, SHOWN);
}

/** Counts a use. */
export function noteEmoji(emoji: string): void {
  const counts = readStored<Record<string, number>>(KEY) ?? {};
  store(KEY, { ...counts, [emoji]: (counts[emoji] ?? 0) + 1 });
}

/**
 * The form of an emoji that Unicode recommends for interchange, the only one that reactions take: pickers add or leave out
 * the selector U+FE0F. Undefined for what is no emoji.
 */
export function emojiForInterchange(emoji: string): string | undefined {
  const bare = emoji.replaceAll('\uFE0F', '');
  return [emoji, bare, `${bare}\uFE0F`].find((form) => /^\p{RGI_Emoji}$/v.test(form));
}

/** One to three emoji and nothing else. */
export function isOnlyEmoji(text: string): boolean {
  return /^\s*(?:\p{RGI_Emoji}\s*){1,3}$/v.test(text);
}

const KEY = 'courtyard.emoji';
const SHOWN = 6;
const USUAL = ['👍', '❤️', '😂', '😮', '😢', '🎉'];
