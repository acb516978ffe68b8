import { withoutTrailing } from '../../shared/characters/trailing';

/** How many people one text can mention. */
const MAX_MENTIONS = 50;

/** Returns the tags mentioned in a text but not in its earlier version. */
export function findNewTags(text: string, earlier = ''): string[] {
  const before = findTags(earlier);
  return [...findTags(text)].filter((tag) => !before.has(tag)).slice(0, MAX_MENTIONS);
}

function findTags(text: string): Set<string> {
  if (!text.includes('@')) return new Set();
  const found = text.matchAll(/(?<![\p{L}\p{N}_.@])@([a-z][a-z0-9_.]{2,31})/giu);
  return new Set([...found].map((match) => withoutTrailing((match[1] ?? '').toLowerCase(), /\./)));
}
