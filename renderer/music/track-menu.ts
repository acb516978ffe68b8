import Disc3 from '@lucide/svelte/icons/disc-3';
import Heart from '@lucide/svelte/icons/heart';
import ListEnd from '@lucide/svelte/icons/list-end';
import ListPlus from '@lucide/svelte/icons/list-plus';
import ListStart from '@lucide/svelte/icons/list-start';
import ListX from '@lucide/svelte/icons/list-x';
import MicVocal from '@lucide/svelte/icons/mic-vocal';
import Pencil from '@lucide/svelte/icons/pencil';
import Plus from '@lucide/svelte/icons/plus';
import Trash from '@lucide/svelte/icons/trash';
import type { Track } from '../../shared/contract/records';
import { m } from '../i18n/index.svelte';
import { offlineMenu } from '../common/offline/offline-menu';
import { myMusic } from '../player';
import { addressOf } from '../../shared/routes';
import type { MenuItem } from '../ui';
import { addTo, deleteTracks, putInLine, takeOut, toggleMine } from './actions';
import type { Library } from './library.svelte';
import type { OpenPlaylist } from './playlist.svelte';

/** Context of a track menu, and the dialogs it can open. */
export interface TrackMenuPlace {
  library: Library;
  /** The playlist that contains the tracks, if it is an own one. */
  open: OpenPlaylist | undefined;
  onedit: (tracks: readonly Track[]) => void;
  onnew: (tracks: readonly Track[]) => void;
}

/** Returns the menu items for one or several tracks. */
export function trackMenu(
  some: readonly Track[],
  { library, open, onedit, onnew }: TrackMenuPlace,
): MenuItem[] {
  const t = m().music;
  const [track] = some;
  if (!track) return [];
  const isOne = some.length === 1;
  const areMine = some.every((one) => one.Mine);
  const goTo = (
    label: string,
    icon: typeof Disc3,
    shelf: 'albums' | 'artists',
    name: string,
    artist = '',
  ) => {
    const place = { shelf, name, ...(artist && { artist }) };
    if (!isOne || !library.groupOf(place)) return [];
    return [{ label, icon, onselect: () => (location.hash = addressOf({ view: 'music', ...place })) }];
  };
  return [
    { label: m().player.playNext, icon: ListStart, onselect: () => putInLine(some, 'next') },
    { label: m().player.playLast, icon: ListEnd, onselect: () => putInLine(some, 'last') },
    {
      label: t.addTo,
      icon: ListPlus,
      items: [
        { label: t.newPlaylist, icon: Plus, onselect: () => onnew(some) },
        ...library.ownPlaylists.map((playlist) => ({
          label: playlist.Name,
          onselect: () => void addTo(playlist, some),
        })),
      ],
    },
    ...(isOne && !track.Mine
      ? [
          {
            label: myMusic.has(track.ID) ? m().player.removeFromLibrary : m().player.addToLibrary,
            icon: Heart,
            onselect: () => toggleMine(track),
          },
        ]
      : []),
    ...offlineMenu(
      'track',
      some.map(({ ID }) => ID),
    ),
    ...goTo(t.toArtist, MicVocal, 'artists', track.Author),
    ...goTo(t.toAlbum, Disc3, 'albums', track.Release, track.Author),
    ...(areMine
      ? [
          {
            label: isOne ? t.edit : t.editSeveral(some.length),
            icon: Pencil,
            onselect: () => onedit(some),
          },
        ]
      : []),
    ...(open ? [{ label: t.removeFromPlaylist, icon: ListX, onselect: () => takeOut(open, some) }] : []),
    ...(areMine && !open
      ? [
          'line' as const,
          {
            label: t.deleteTracks(some.length),
            icon: Trash,
            danger: true,
            onselect: () => deleteTracks(library, some),
          },
        ]
      : []),
  ];
}
