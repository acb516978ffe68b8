import { voice as en, type VoiceMessages } from '../../i18n/en/media/voice';
import { voice as uk } from '../../i18n/uk/media/voice';
import { inLanguage } from '../../i18n/index.svelte';

/** Returns the texts about voice messages in the current language. Reactive as `m()`. */
export function voiceText(): VoiceMessages {
  return inLanguage({ en, uk });
}
