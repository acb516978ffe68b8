import { communities } from '../api';
import { m } from '../i18n/index.svelte';
import { placesToGo } from './places';

/** The shortcuts of one part of the application; spaces separate keys pressed together. */
export interface ShortcutGroup {
  title: string;
  rows: { label: string; keys: string }[];
}

/** Returns all shortcuts in the current language, grouped by where they work. */
export function shortcutGroups(): ShortcutGroup[] {
  const t = m().shell.shortcuts;
  return [
    {
      title: t.everywhere,
      rows: [
        { label: t.search, keys: 'Ctrl K' },
        { label: t.shortcuts, keys: '?' },
        { label: t.close, keys: 'Esc' },
        { label: t.undo, keys: 'Ctrl Z' },
        ...(communities.isOffered ? [{ label: m().communities.goTo, keys: 'Ctrl 1–9' }] : []),
        ...placesToGo().map((place) => ({ label: t.goTo(place.label), keys: place.keys })),
      ],
    },
    {
      title: t.inChats,
      rows: [
        { label: t.nextChat, keys: 'Alt ↓' },
        { label: t.previousChat, keys: 'Alt ↑' },
        { label: t.searchChat, keys: 'Ctrl F' },
        { label: t.send, keys: 'Enter' },
        { label: t.newLine, keys: 'Shift Enter' },
        { label: t.editLast, keys: '↑' },
        { label: m().media.formatting.bold, keys: 'Ctrl B' },
        { label: m().media.formatting.italic, keys: 'Ctrl I' },
        { label: m().media.formatting.strike, keys: 'Ctrl Shift X' },
        { label: m().media.formatting.code, keys: 'Ctrl Shift M' },
        { label: m().media.formatting.quote, keys: 'Ctrl Shift .' },
        { label: m().media.formatting.link, keys: 'Ctrl K' },
      ],
    },
    {
      title: t.onMessage,
      rows: [
        { label: t.step, keys: '↑ ↓' },
        { label: t.reply, keys: 'R' },
        { label: t.copy, keys: 'C' },
        { label: t.edit, keys: 'E' },
        { label: t.forward, keys: 'F' },
        { label: t.choose, keys: 'S' },
        { label: t.chooseTo, keys: `Shift ${t.click}` },
        { label: t.remove, keys: 'Del' },
        { label: t.write, keys: 'Esc' },
      ],
    },
    {
      title: t.inFiles,
      rows: [
        { label: t.stepFile, keys: '↑ ↓' },
        { label: t.open, keys: 'Enter' },
        { label: t.folderAbove, keys: 'Backspace' },
        { label: t.choose, keys: 'Space' },
        { label: t.chooseTo, keys: 'Shift ↑ ↓' },
        { label: t.chooseAll, keys: 'Ctrl A' },
        { label: t.rename, keys: 'F2' },
        { label: t.remove, keys: 'Del' },
      ],
    },
    {
      title: t.inMusic,
      rows: [
        { label: t.stepTrack, keys: '↑ ↓' },
        { label: t.play, keys: 'Enter' },
        { label: t.choose, keys: 'Space' },
        { label: t.move, keys: 'Alt ↑ ↓' },
        { label: t.removeFromList, keys: 'Del' },
      ],
    },
    {
      title: t.inVideos,
      rows: [
        { label: t.playPause, keys: 'Space' },
        { label: t.seek, keys: '← →' },
        { label: t.volume, keys: '↑ ↓' },
        { label: t.mute, keys: 'M' },
        { label: t.fullScreen, keys: 'F' },
      ],
    },
    { title: t.onPosts, rows: [{ label: t.publish, keys: 'Ctrl Enter' }] },
  ];
}
