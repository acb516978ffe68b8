import { sidePanel as en, type SidePanelMessages } from '../../i18n/en/chats/side-panel';
import { sidePanel as uk } from '../../i18n/uk/chats/side-panel';
import { inLanguage } from '../../i18n/index.svelte';

/** Returns the texts of the side panel in the current language. Reactive as `m()`. */
export function sidePanelText(): SidePanelMessages {
  return inLanguage({ en, uk });
}
