import { emojiData } from '../../i18n/emoji-data';
import { language } from '../../i18n/index.svelte';

/** Returns the emoji that a search means: those in it, or those whose names it begins. */
export async function findEmoji(query: string): Promise<string[]> {
  const written = query.match(/\p{RGI_Emoji}/gv);
  if (written) return written;
  const { default: Database } = await import('emoji-picker-element/database.js');
  const locale = language.realCode;
  const database = new Database({ locale, dataSource: emojiData[locale] });
  const found = await database.getEmojiBySearchQuery(query);
  return found.flatMap((one) => ('unicode' in one ? [one.unicode] : []));
}
