import english from 'emoji-picker-element-data/en/cldr-native/data.json?url';
import ukrainian from 'emoji-picker-element-data/uk/cldr-native/data.json?url';
import type { InterfaceLanguage } from '../../shared/locale/interface-languages';

/** The addresses of emoji names in each language, which the picker loads when it opens. */
export const emojiData: Record<InterfaceLanguage, string> = { en: english, uk: ukrainian };
