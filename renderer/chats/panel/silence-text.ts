import { silences as en, type SilenceMessages } from '../../i18n/en/chats/silences';
import { silences as uk } from '../../i18n/uk/chats/silences';
import { inLanguage } from '../../i18n/index.svelte';

/** Returns the texts about silences in the current language. Reactive as `m()`. */
export function silenceText(): SilenceMessages {
  return inLanguage({ en, uk });
}
