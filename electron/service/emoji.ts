import { emojiForInterchange, isEmojiName } from '../../shared/emoji';
import { invalid } from '../../shared/errors';

interface NamedEmoji {
  emoji: string;
  shortcodes?: string[];
}

/** Returns the emoji that a field names, like `:thumbsup:`; an emoji itself is returned as it is. */
export async function resolveEmoji(text: string): Promise<string> {
  if (!isEmojiName(text)) return text;
  names ??= loadNames();
  const emoji = (await names).get(text.slice(1, -1).toLowerCase());
  if (emoji === undefined) throw invalid('emoji', 'is not a known emoji name');
  return emoji;
}

/** Most clients send no names, so that these are loaded when the first one comes. */
let names: Promise<Map<string, string>> | undefined;

/** Loads the names of Slack, then of JoyPixels, then of GitHub; a later one replaces an earlier one. */
async function loadNames(): Promise<Map<string, string>> {
  const sets: { default: NamedEmoji[] }[] = await Promise.all([
    import('emoji-picker-element-data/en/iamcal/data.json'),
    import('emoji-picker-element-data/en/joypixels/data.json'),
    import('emoji-picker-element-data/en/github/data.json'),
  ]);
  const byName = new Map<string, string>();
  for (const { default: entries } of sets) {
    for (const { emoji, shortcodes = [] } of entries) {
      const stored = emojiForInterchange(emoji);
      if (stored !== undefined) for (const name of shortcodes) byName.set(name, stored);
    }
  }
  return byName;
}
