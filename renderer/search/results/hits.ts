import type { Component } from 'svelte';
import Bookmark from '@lucide/svelte/icons/bookmark';
import type { LucideProps } from '@lucide/svelte';
import type {
  DialogInfo,
  DialogModel,
  MessageModel,
  PostModel,
  UserModel,
} from '../../../shared/contract/records';
import { me, session } from '../../api';
import { dialogName, isSaved } from '../../i18n/dialog';
import { listTime } from '../../i18n/format';
import { m } from '../../i18n/index.svelte';
import { personName, presenceOf } from '../../i18n/person';
import { addressOf, routeOfMessage } from '../../../shared/routes';
import type { FileKind } from '../../media/attachments/kinds';
import { messageLine } from '../../media/text/message-line';
import { around } from './marks';

/** The avatar of a person or chat. */
export interface HitPicture {
  id: number;
  name: string;
  photo: number;
  shape: 'round' | 'square';
  presence: ReturnType<typeof presenceOf>;
  /** Shown instead of a photo. */
  icon?: Component<LucideProps>;
}

/** A search result as its row shows it. */
export interface Hit {
  /** Unique among all hits. */
  key: string;
  /** The address that opens it in context; what has none is opened by `open`. */
  address?: string;
  open?: () => void;
  title: string;
  /** The chat or wall that contains it; shown after the title. */
  place: string;
  detail: string;
  aside: string;
  /** What the row shows at its start: an avatar, a cover, a photo, or the icon of a kind of file. */
  picture?: HitPicture;
  cover?: number;
  thumbnail?: string;
  file?: FileKind;
}

export function personHit(person: UserModel): Hit {
  const name = personName(person);
  const states = m().search.relationships;
  return {
    key: `person ${person.ID}`,
    address: addressOf({ view: 'person', user: person.Link || `u${person.ID}` }),
    title: name,
    place: '',
    detail: [person.Link && `@${person.Link}`, person.WorksAt].filter(Boolean).join(' · '),
    aside: person.ID === session.id ? m().common.you : states[person.RelationshipState || 'strangers'],
    picture: {
      id: person.ID,
      name,
      photo: person.Avatar,
      shape: 'round',
      presence: presenceOf(person.Online),
    },
  };
}

export function dialogHit(dialog: DialogModel): Hit {
  const isPrivate = dialog.Type === 'private';
  const name = dialogName(dialog);
  return {
    key: `dialog ${dialog.ID}`,
    address: addressOf({ view: 'chats', dialogId: dialog.ID }),
    title: name,
    place: '',
    detail: dialog.Description,
    aside: isPrivate ? '' : m().common.members(dialog.Members),
    picture: isSaved(dialog)
      ? savedPicture()
      : {
          id: (isPrivate && dialog.DialogDude?.ID) || dialog.ID,
          name,
          photo: isPrivate ? (dialog.DialogDude?.Avatar ?? 0) : dialog.Avatar,
          shape: isPrivate ? 'round' : 'square',
          presence: dialog.DialogDude ? presenceOf(dialog.DialogDude.Online) : undefined,
        },
  };
}

export function messageHit(message: MessageModel, query: string): Hit {
  const { Author: author, Dialog: dialog } = message;
  const name = personName(author);
  const isOwn = author.ID === session.id;
  // The short record of a private dialog has the other person's name only, here one's own.
  const inSaved = dialog.ID === me.savedDialog;
  return {
    key: `message ${message.ID}`,
    address: addressOf(routeOfMessage(message)),
    title: inSaved ? m().chats.saved : isOwn ? m().common.you : name,
    place: inSaved ? '' : placeOf(dialog, isOwn),
    detail: around(messageLine(message), query),
    aside: listTime(message.Timestamp),
    picture: inSaved
      ? savedPicture()
      : { id: author.ID, name, photo: author.Avatar, shape: 'round', presence: undefined },
  };
}

export function postHit(post: PostModel, query: string): Hit {
  const { Author: author, Target: target } = post;
  const name = personName(author);
  const line = messageLine({ ...post, Text: post.Content });
  return {
    key: `post ${post.ID}`,
    address: addressOf({ view: 'post', postId: post.ID }),
    title: author.ID === session.id ? m().common.you : name,
    place: target ? m().posts.onWall(personName(target)) : '',
    // Text that its author marked as a spoiler stays hidden here too.
    detail: post.Nsfw ? m().posts.spoiler : around(line, query),
    aside: listTime(post.Timestamp),
    picture: { id: author.ID, name, photo: author.Avatar, shape: 'round', presence: undefined },
  };
}

/** Names the dialog of a message; "" for messages of the other person in a private dialog, which need no name. */
function placeOf({ Type, Name }: DialogInfo, isOwn: boolean): string {
  if (Type !== 'private') return m().search.inDialog(Name);
  return isOwn ? m().search.toPerson(Name) : '';
}

function savedPicture(): HitPicture {
  const id = session.id ?? 0;
  return { id, name: m().chats.saved, photo: 0, shape: 'round', presence: undefined, icon: Bookmark };
}
