import Download from '@lucide/svelte/icons/download';
import LinkIcon from '@lucide/svelte/icons/link';
import PencilLine from '@lucide/svelte/icons/pencil-line';
import Send from '@lucide/svelte/icons/send';
import Trash2 from '@lucide/svelte/icons/trash-2';
import type { Video } from '../../shared/contract/records';
import { m } from '../i18n/index.svelte';
import { downloadVideo } from '../media/attachments/downloads';
import { offlineMenu } from '../common/offline/offline-menu';
import type { MenuItem } from '../ui';
import { copyLink, linkTo } from './links';

/** What the menu of a video leaves to its view: to ask for more, or to close the player first. */
interface VideoActions {
  edit: (video: Video) => void;
  send: (video: Video) => void;
  remove: (video: Video) => void;
}

/** Returns a function that returns the menu of a video; a copied link begins at the second that `at` returns. */
export function createVideoMenu(actions: VideoActions): (video: Video, at?: () => number) => MenuItem[] {
  return (video, at = () => 0) => {
    const t = m().videos;
    const copy = { label: m().common.copyLink, icon: LinkIcon, onselect: () => void copyLink(video, at()) };
    const both: MenuItem[] = [
      ...(linkTo(video) === null ? [] : [copy]),
      { label: m().media.download, icon: Download, onselect: () => void downloadVideo(video) },
      ...offlineMenu('video', [video.ID]),
    ];
    if (!video.Mine) return both;
    return [
      { label: t.edit, icon: PencilLine, onselect: () => actions.edit(video) },
      { label: t.send, icon: Send, onselect: () => actions.send(video) },
      ...both,
      'line',
      { label: m().common.delete, icon: Trash2, danger: true, onselect: () => actions.remove(video) },
    ];
  };
}
