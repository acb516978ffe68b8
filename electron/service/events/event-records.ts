import type { DialogRole } from '../../../shared/contract/records';
import type { Event } from '../../../shared/events';
import { isBlockedEitherWay, requirePerson, seesFriends } from '../access/access';
import type { ReadContext } from '../context';
import { findReactors, type EventRow } from './queries';
import { findAttachmentOwners, findAttachments } from '../content/attachment-records-queries';
import { communityRecord } from '../community/records';
import { dialogsOf } from '../dialogs/records';
import { filesOf } from '../files/records';
import { messagesById } from '../messages/records';
import { findMessages, type MessageRow } from '../messages/records-queries';
import { notificationsOf } from '../notifications/records';
import { authorsOf, usersOf } from '../people/records';
import { photosOf } from '../photos/records';
import { tieKeys, type KeyOf, type Viewer } from './viewer-keys';
import { wallEvent, wallKeys } from './wall-events';
import { playlistsOf } from '../music/playlist-records';
import { tracksOf } from '../music/track-records';
import { videosOf } from '../videos/records';

interface Body {
  Dialog?: number;
  User?: number;
  Message?: number;
  Role?: DialogRole;
  Members?: number;
  /** Of a profile: only counts of friends changed, because of this other person. */
  Counts?: number;
}

/** What a logged event says to the caller now; null where there is nothing left to say. */
export async function eventRecord(ctx: ReadContext, row: EventRow): Promise<Event | null> {
  const payload = await payloadOf(ctx, row);
  return payload && ({ ...payload, Seq: row.seq } as Event);
}

/**
 * Sorts viewers into classes for whom the record of an event is the same, so that each class is made and encoded once.
 * The key holds everything in which viewers of that kind of event can differ.
 */
export async function classesOf(
  ctx: ReadContext,
  row: EventRow,
  viewers: readonly Viewer[],
): Promise<Map<string, Viewer[]>> {
  const keyOf = await keysFor(ctx, row, viewers);
  return Map.groupBy(viewers, (viewer) => (viewer.isAdmin ? 'a' : 'm') + keyOf(viewer));
}

async function payloadOf(ctx: ReadContext, row: EventRow): Promise<Event | null> {
  const body = JSON.parse(row.body) as Body;
  switch (row.type) {
    case 'message':
    case 'message_edit':
    case 'message_reaction': {
      const message = (await messagesById(ctx, [row.ref_id])).get(row.ref_id);
      return message ? { Type: row.type, Message: message } : null;
    }
    case 'message_delete':
      return { Type: row.type, Dialog: body.Dialog ?? row.scope_id, Message: row.ref_id };
    case 'read': {
      // Who has read is not known across a block, only that somebody has.
      const { User: reader = 0, Message: message = 0 } = body;
      const isParted = await isBlockedEitherWay(ctx.db, reader, requirePerson(ctx).id);
      return { Type: row.type, Dialog: row.ref_id, User: isParted ? 0 : reader, Message: message };
    }
    case 'dialog': {
      const [dialog] = await dialogsOf(ctx, [row.ref_id]);
      const known = dialog && (dialog.Member || !dialog.Private);
      return known ? { Type: row.type, Dialog: dialog } : null;
    }
    case 'dialog_delete':
      return { Type: row.type, Dialog: row.ref_id };
    case 'member': {
      const user = (await authorsOf(ctx, [row.ref_id])).get(row.ref_id);
      const { Dialog: dialog = row.scope_id, Role: role = '', Members: members = 0 } = body;
      return user ? { Type: row.type, Dialog: dialog, User: user, Role: role, Members: members } : null;
    }
    case 'notification': {
      const [notification] = await notificationsOf(ctx, [row.ref_id]);
      return notification ? { Type: row.type, Notification: notification } : null;
    }
    case 'notification_delete':
      return { Type: row.type, Notification: row.ref_id };
    case 'post':
    case 'post_edit':
    case 'post_delete':
    case 'comment':
    case 'comment_delete':
    case 'like':
      return wallEvent(ctx, row);
    case 'file': {
      const file = (await filesOf(ctx, [row.ref_id], { withShared: true })).get(row.ref_id);
      return { Type: row.type, ID: row.ref_id, File: file ?? null };
    }
    case 'photo': {
      const photo = (await photosOf(ctx, [row.ref_id])).get(row.ref_id);
      return { Type: row.type, ID: row.ref_id, Photo: photo ?? null };
    }
    case 'track': {
      const track = (await tracksOf(ctx, [row.ref_id])).get(row.ref_id);
      return { Type: row.type, ID: row.ref_id, Track: track ?? null };
    }
    case 'playlist': {
      const playlist = (await playlistsOf(ctx, [row.ref_id])).get(row.ref_id);
      return { Type: row.type, ID: row.ref_id, Playlist: playlist ?? null };
    }
    case 'video': {
      const video = (await videosOf(ctx, [row.ref_id])).get(row.ref_id);
      return { Type: row.type, ID: row.ref_id, Video: video ?? null };
    }
    case 'profile': {
      if (row.scope_kind !== 'person' && (await isHidden(ctx, row.ref_id, body))) return null;
      const user = (await usersOf(ctx, [row.ref_id])).get(row.ref_id);
      return user ? { Type: row.type, User: user } : null;
    }
    case 'community':
      return { Type: row.type, Community: await communityRecord(ctx) };
    default:
      return null;
  }
}

/**
 * Two of whom one blocked the other hear nothing of what becomes of each other, and who may not see a person's friends
 * nothing of their number.
 */
async function isHidden(ctx: ReadContext, person: number, { Counts: other }: Body): Promise<boolean> {
  const viewer = requirePerson(ctx).id;
  if (await isBlockedEitherWay(ctx.db, person, viewer)) return true;
  return other !== undefined && other !== viewer && !(await seesFriends(ctx, person));
}

async function keysFor(ctx: ReadContext, row: EventRow, viewers: readonly Viewer[]): Promise<KeyOf> {
  switch (row.type) {
    case 'message':
    case 'message_edit':
    case 'message_reaction':
      return messageKeys(ctx, row, viewers);
    case 'read':
      return tieKeys(ctx, [(JSON.parse(row.body) as Body).User ?? 0]);
    case 'member':
    case 'profile': {
      const ties = await tieKeys(ctx, [row.ref_id]);
      const { Counts: other } = JSON.parse(row.body) as Body;
      return (viewer) => (viewer.id === other ? own(viewer) : ties(viewer));
    }
    case 'post':
    case 'post_edit':
    case 'post_delete':
    case 'comment':
    case 'comment_delete':
    case 'like':
      return wallKeys(ctx, row, viewers);
    case 'dialog':
    case 'notification':
      return own;
    default:
      return () => '';
  }
}

/** Each viewer gets a record of their own. */
const own: KeyOf = (viewer) => String(viewer.id);

async function messageKeys(ctx: ReadContext, row: EventRow, viewers: readonly Viewer[]): Promise<KeyOf> {
  const [message] = await findMessages(ctx.db, [row.ref_id]);
  if (!message) return () => '';
  // In a private dialog each of the two sees the other's name on it.
  if (viewers.length <= 2) return own;
  const [source] = message.reply_to > 0 ? await findMessages(ctx.db, [message.reply_to]) : [];
  const shown = source ? [message, source] : [message];
  // A post is seen by some, and liked by some.
  if (await showsPost(ctx, shown)) return own;
  // A thing that hangs on it is another to its owner.
  const owners = await findAttachmentOwners(
    ctx.db,
    shown.map((one) => one.id),
  );
  const ties = await tieKeys(ctx, [...shown.map((one) => one.author_id), ...owners]);
  const reactions = await reactionKeys(
    ctx,
    shown.map((one) => one.id),
  );
  const readBy = (viewer: Viewer) => shown.map((one) => (viewer.readId >= one.id ? 'r' : '-')).join('');
  return (viewer) => `${ties(viewer)}${readBy(viewer)}${reactions(viewer)}`;
}

async function showsPost(ctx: ReadContext, messages: readonly MessageRow[]): Promise<boolean> {
  if (messages.some((message) => message.repost_id > 0)) return true;
  const carried = await findAttachments(
    ctx.db,
    messages.map((message) => message.id),
  );
  return carried.some((one) => one.type === 'post');
}

/** How each viewer reacted to some messages. */
async function reactionKeys(ctx: ReadContext, messages: readonly number[]): Promise<KeyOf> {
  const keys = new Map<number, string>();
  for (const { message_id, person_id, emoji } of await findReactors(ctx.db, messages)) {
    keys.set(person_id, `${keys.get(person_id) ?? ''}${message_id}${emoji}`);
  }
  return (viewer) => keys.get(viewer.id) ?? '';
}
