import { communities } from '../api';
import { m } from '../i18n/index.svelte';
import { placesToGo } from './places';

/** Keys that do something in one part of the application; those that are pressed together are parted by spaces. */
export interface ShortcutGroup {
  title: string;
  rows: { words: string; keys: string }[];
}

/** Every key that there is, by where it works, in the language now. */
export function shortcutGroups(): ShortcutGroup[] {
  const words = m().shell.shortcuts;
  return [
    {
      title: words.everywhere,
      rows: [
        { words: words.search, keys: 'Ctrl K' },
        { words: words.shortcuts, keys: '?' },
        { words: words.close, keys: 'Esc' },
        { words: words.undo, keys: 'Ctrl Z' },
        ...(communities.isOffered ? [{ words: m().communities.goTo, keys: 'Ctrl 1–9' }] : []),
        ...placesToGo().map((place) => ({ words: words.goTo(place.label), keys: place.keys })),
      ],
    },
    {
      title: words.inChats,
      rows: [
        { words: words.nextChat, keys: 'Alt ↓' },
        { words: words.previousChat, keys: 'Alt ↑' },
        { words: words.searchChat, keys: 'Ctrl F' },
        { words: words.send, keys: 'Enter' },
        { words: words.newLine, keys: 'Shift Enter' },
        { words: words.editLast, keys: '↑' },
      ],
    },
    {
      title: words.onMessage,
      rows: [
        { words: words.step, keys: '↑ ↓' },
        { words: words.reply, keys: 'R' },
        { words: words.copy, keys: 'C' },
        { words: words.edit, keys: 'E' },
        { words: words.forwardOn, keys: 'F' },
        { words: words.choose, keys: 'S' },
        { words: words.remove, keys: 'Del' },
        { words: words.write, keys: 'Esc' },
      ],
    },
    {
      title: words.inFiles,
      rows: [
        { words: words.step, keys: '↑ ↓' },
        { words: words.open, keys: 'Enter' },
        { words: words.folderAbove, keys: 'Backspace' },
        { words: words.choose, keys: 'Space' },
        { words: words.chooseTo, keys: 'Shift ↑ ↓' },
        { words: words.chooseAll, keys: 'Ctrl A' },
        { words: words.rename, keys: 'F2' },
        { words: words.remove, keys: 'Del' },
      ],
    },
    {
      title: words.inMusic,
      rows: [
        { words: words.step, keys: '↑ ↓' },
        { words: words.play, keys: 'Enter' },
        { words: words.choose, keys: 'Space' },
        { words: words.move, keys: 'Alt ↑ ↓' },
        { words: words.takeOut, keys: 'Del' },
      ],
    },
    {
      title: words.inVideos,
      rows: [
        { words: words.playPause, keys: 'Space' },
        { words: words.seek, keys: '← →' },
        { words: words.volume, keys: '↑ ↓' },
        { words: words.mute, keys: 'M' },
        { words: words.fullScreen, keys: 'F' },
      ],
    },
    { title: words.onPosts, rows: [{ words: words.publish, keys: 'Ctrl Enter' }] },
  ];
}
