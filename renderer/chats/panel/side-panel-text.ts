import { sidePanel as en, type SidePanelMessages } from '../../i18n/en/side-panel';
import { sidePanel as uk } from '../../i18n/uk/side-panel';
import { inLanguage } from '../../i18n/index.svelte';

/** Returns the texts of the side panel in the current language. Reactive as `m()`. */
export function sidePanelText(): SidePanelMessages {
  return inLanguage({ en, uk });
}
