import { language } from '../../i18n/index.svelte';

/** Loads the tabs of emoji and stickers, with their texts. */
export async function loadPickerTabs() {
  await language.loadHosting();
  return import('./PickerTabs.svelte');
}

/** Loads what shows a sticker that was sent, with its texts. */
export async function loadStickerMessage() {
  await language.loadHosting();
  return import('./StickerMessage.svelte');
}

/** Loads the suggestions for a typed emoji, with their texts. */
export async function loadSuggestions() {
  await language.loadHosting();
  return import('./StickerSuggestions.svelte');
}

/** Loads the windows about packs, with their texts. */
export async function loadStickerWindows() {
  await language.loadHosting();
  return import('./StickerWindows.svelte');
}
