import Flag from '@lucide/svelte/icons/flag';
import Link from '@lucide/svelte/icons/link';
import MessageSquare from '@lucide/svelte/icons/message-square';
import Pencil from '@lucide/svelte/icons/pencil';
import Trash2 from '@lucide/svelte/icons/trash-2';
import type { PostModel } from '../../../shared/contract/records';
import { me, session } from '../../api';
import { m } from '../../i18n/index.svelte';
import { copy } from '../../common/copy';
import { addressForOthers } from '../../addresses.svelte';
import type { MenuItem } from '../../ui';
import { audienceText } from '../audience-text';
import { wallOwner } from './wall-owner';

/** What the items of the post menu do. */
export interface PostActions {
  edit: () => void;
  /** Lets nobody else comment, or everyone again. */
  closeComments: (isClosed: boolean) => void;
  remove: () => void;
  report: () => void;
}

/** Returns what this person may do with a post besides liking and commenting. */
export function postMenu(post: PostModel, actions: PostActions): MenuItem[] {
  const t = m().common;
  const isOwn = post.Author.ID === session.id;
  const items: MenuItem[] = [];
  if (isOwn) {
    const { close, open } = audienceText().comments;
    const isClosed = post.CommentsClosed === true;
    items.push(
      { label: t.edit, icon: Pencil, onselect: actions.edit },
      {
        ...{ label: isClosed ? open : close, icon: MessageSquare },
        onselect: () => actions.closeComments(!isClosed),
      },
    );
  }
  const address = addressForOthers({ view: 'post', postId: post.ID });
  if (address)
    items.push({ label: t.copyLink, icon: Link, onselect: () => void copy(address, m().posts.linkCopied) });
  if (!isOwn) items.push({ label: t.report, icon: Flag, onselect: actions.report });
  if (isOwn || wallOwner(post).ID === session.id || me.isAdmin) {
    items.push('line', { label: t.delete, icon: Trash2, danger: true, onselect: actions.remove });
  }
  return items;
}
