import Download from '@lucide/svelte/icons/download';
import FolderInput from '@lucide/svelte/icons/folder-input';
import LinkIcon from '@lucide/svelte/icons/link';
import PencilLine from '@lucide/svelte/icons/pencil-line';
import Send from '@lucide/svelte/icons/send';
import Trash2 from '@lucide/svelte/icons/trash-2';
import type { File } from '../../../shared/contract/records';
import { m } from '../../i18n/index.svelte';
import { downloadFiles } from '../../media/attachments/downloads';
import type { MenuItem } from '../../ui';
import { copyLink, linkTo } from '../actions';

type FileAction = (files: readonly File[]) => void;

/** Returns a function that builds the menu of a file from these actions. */
export function createFileMenu(actions: {
  rename: FileAction;
  remove: FileAction;
  send: FileAction;
  move: FileAction;
}): (file: File) => MenuItem[] {
  return (file) => {
    const t = m().files;
    const copy = { label: m().common.copyLink, icon: LinkIcon, onselect: () => void copyLink(file) };
    return [
      { label: m().media.download, icon: Download, onselect: () => void downloadFiles([file]) },
      ...(linkTo(file) === null ? [] : [copy]),
      { label: t.sendToChat, icon: Send, onselect: () => actions.send([file]) },
      'line',
      { label: t.rename, icon: PencilLine, keys: 'F2', onselect: () => actions.rename([file]) },
      { label: t.moveTo, icon: FolderInput, onselect: () => actions.move([file]) },
      'line',
      {
        label: m().common.delete,
        icon: Trash2,
        keys: 'Del',
        danger: true,
        onselect: () => actions.remove([file]),
      },
    ];
  };
}
