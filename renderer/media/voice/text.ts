import type { InterfaceLanguage } from '../../../shared/locale/interface-languages';
import { voice as en, type VoiceMessages } from '../../i18n/en/media/voice';
import { voice as uk } from '../../i18n/uk/media/voice';
import { language } from '../../i18n/index.svelte';

const TEXTS: Record<InterfaceLanguage, VoiceMessages> = { en, uk };

/** Returns the texts about voice messages in the current language. Reactive as `m()`. */
export function voiceText(): VoiceMessages {
  return TEXTS[language.code === 'trial' ? 'en' : language.code];
}
