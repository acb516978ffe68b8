import type { InterfaceLanguage } from '../../shared/locale/interface-languages';
import { downloads as en, type DownloadMessages } from '../i18n/en/media/downloads';
import { downloads as uk } from '../i18n/uk/media/downloads';
import { language } from '../i18n/index.svelte';

const TEXTS: Record<InterfaceLanguage, DownloadMessages> = { en, uk };

/** Returns the texts about downloads in the current language. Reactive as `m()`. */
export function downloadText(): DownloadMessages {
  return TEXTS[language.code === 'trial' ? 'en' : language.code];
}
