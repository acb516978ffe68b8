import { voice as en, type VoiceMessages } from '../../i18n/en/voice';
import { voice as uk } from '../../i18n/uk/voice';
import { language } from '../../i18n/index.svelte';

/** Returns the texts about voice messages in the current language. Reactive as `m()`. */
export function voiceText(): VoiceMessages {
  return language.code === 'uk' ? uk : en;
}
