import { withoutTrailing } from '../../shared/trailing';

/** More names than this in one text call nobody. */
const MENTIONS_EACH = 50;

/** The tags by which a text names people and an earlier one did not. */
export function tagsAdded(text: string, earlier = ''): string[] {
  const before = tagsIn(earlier);
  return [...tagsIn(text)].filter((tag) => !before.has(tag)).slice(0, MENTIONS_EACH);
}

function tagsIn(text: string): Set<string> {
  if (!text.includes('@')) return new Set();
  const found = text.matchAll(/(?<![\p{L}\p{N}_.@])@([a-z][a-z0-9_.]{2,31})/giu);
  return new Set([...found].map((match) => withoutTrailing((match[1] ?? '').toLowerCase(), /\./)));
}
