import { withHostingTexts } from '../../i18n/index.svelte';

/** Loads the tabs of emoji and stickers, with their texts. */
export const loadPickerTabs = () => withHostingTexts(() => import('./PickerTabs.svelte'));

/** Loads what shows a sticker that was sent, with its texts. */
export const loadStickerMessage = () => withHostingTexts(() => import('./StickerMessage.svelte'));

/** Loads the suggestions for a typed emoji, with their texts. */
export const loadSuggestions = () => withHostingTexts(() => import('./StickerSuggestions.svelte'));

/** Loads the windows about packs, with their texts. */
export const loadStickerWindows = () => withHostingTexts(() => import('./StickerWindows.svelte'));
