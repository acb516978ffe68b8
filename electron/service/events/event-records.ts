import type { DialogRole } from '../../../shared/contract/records';
import type { Event } from '../../../shared/events';
import { canSeeFriends, findVisibleFiles, isBlockedEitherWay, requirePerson } from '../access/access';
import { findVisiblePlaylists } from '../access/media';
import type { ReadContext } from '../context';
import { eventMessageRecord, messageKeys, type EventMessage } from './message-events';
import { findMembers, type EventRow } from './queries';
import { communityRecord } from '../community/records';
import { draftRecord } from '../dialogs/draft-handlers';
import { findFolderRecord } from '../dialogs/folder-records';
import { dialogsOf } from '../dialogs/records';
import { filesOf } from '../files/records';
import { scheduledMessagesById } from '../messages/scheduled-records';
import { notificationsOf } from '../notifications/records';
import { authorsOf, usersOf } from '../people/records';
import { photosOf } from '../photos/records';
import { scheduledPostsById } from '../posts/scheduled-records';
import { perViewer, relationKeys, type ViewerKey, type Viewer } from './viewer-keys';
import { wallEvent, wallViewerKeys } from './wall-events';
import { playlistsOf } from '../music/playlist-records';
import { tracksOf } from '../music/track-records';
import { videosOf } from '../videos/records';

/** What the event log stores of an event besides its type and what it is about. */
interface EventBody {
  Dialog?: number;
  User?: number;
  Message?: number;
  /** The thread of a reply that was deleted. */
  Thread?: number;
  /** Who wrote the message that was read or deleted. */
  Author?: number;
  /**
   * Of a read mark: how far anyone had read before, and who that was. They and who wrote later messages see a
   * difference.
   */
  After?: number;
  Furthest?: number;
  Role?: DialogRole;
  Members?: number;
  /** Of a member who was silenced: until when; 0 for no end. */
  SilencedUntil?: number;
  /** Whether a message was pinned (1) or unpinned (0). */
  Pinned?: 0 | 1;
  /** Of a profile event: only the friend counts changed, because of this other person's ID. */
  Counts?: number;
  /** The dialog of a scheduled message, or the person on whose wall a scheduled post appears. */
  Target?: number;
}

/**
 * Builds the payload of a logged event as the caller may see it; null if there is nothing to send. `message` is what
 * was read about its message for all viewers.
 */
export async function eventRecord(
  ctx: ReadContext,
  row: EventRow,
  message?: EventMessage,
): Promise<Event | null> {
  const payload = await payloadOf(ctx, row, message);
  return payload && ({ ...payload, Seq: row.seq } as Event);
}

/** Groups viewers who get the same record of an event, so that each variant is built and encoded once. */
export async function groupViewers(
  ctx: ReadContext,
  row: EventRow,
  viewers: readonly Viewer[],
  message?: EventMessage,
): Promise<Map<string, Viewer[]>> {
  const keyOf = await viewerKeys(ctx, row, viewers, message);
  return Map.groupBy(viewers, (viewer) => (viewer.isAdmin ? 'a' : 'm') + keyOf(viewer));
}

/**
 * Whether the caller is still a member of the dialog of a message: an event that is only for one person is theirs also
 * after they left.
 */
async function isStillMember(ctx: ReadContext, row: EventRow, { Dialog = 0 }: EventBody): Promise<boolean> {
  if (row.scope_kind !== 'person') return true;
  const { id } = requirePerson(ctx);
  return (await findMembers(ctx.db, Dialog, [id])).has(id);
}

async function payloadOf(ctx: ReadContext, row: EventRow, known?: EventMessage): Promise<Event | null> {
  const body = JSON.parse(row.body) as EventBody;
  switch (row.type) {
    case 'message':
    case 'message_edit':
    case 'thread_message':
    case 'thread':
    case 'message_reaction':
    case 'message_poll':
    case 'message_calendar': {
      if (!(await isStillMember(ctx, row, body))) return null;
      const message = await eventMessageRecord(ctx, row, known);
      return message ? { Type: row.type, Message: message } : null;
    }
    case 'message_pin': {
      const message = await eventMessageRecord(ctx, row, known);
      return message ? { Type: row.type, Message: message, Pinned: body.Pinned === 1 } : null;
    }
    case 'message_delete':
      return {
        ...{ Type: row.type, Dialog: body.Dialog ?? row.scope_id, Message: row.ref_id },
        ...(body.Thread !== undefined && { Thread: body.Thread }),
      };
    case 'read': {
      // A block hides who has read, but not that someone has.
      const { User: reader = 0, Message: message = 0 } = body;
      const isBlocked = await isBlockedEitherWay(ctx.db, reader, requirePerson(ctx).id);
      return { Type: row.type, Dialog: row.ref_id, User: isBlocked ? 0 : reader, Message: message };
    }
    case 'dialog': {
      const [dialog] = await dialogsOf(ctx, [row.ref_id]);
      const isVisible = dialog && (dialog.Member || !dialog.Private);
      return isVisible ? { Type: row.type, Dialog: dialog } : null;
    }
    case 'dialog_folder': {
      return { Type: row.type, ID: row.ref_id, Folder: await findFolderRecord(ctx, row.ref_id) };
    }
    case 'draft':
      return { Type: row.type, Dialog: row.ref_id, Draft: await draftRecord(ctx, row.ref_id) };
    case 'dialog_delete':
      return { Type: row.type, Dialog: row.ref_id };
    case 'member': {
      const user = (await authorsOf(ctx, [row.ref_id])).get(row.ref_id);
      const { Dialog: dialog = row.scope_id, Role: role = '', Members: members = 0, SilencedUntil } = body;
      if (!user) return null;
      return {
        ...{ Type: row.type, Dialog: dialog, User: user, Role: role, Members: members },
        ...(SilencedUntil !== undefined && { SilencedUntil }),
      };
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
      // Who heard a voice message may have left its dialog since.
      const visible = await findVisibleFiles(ctx, [row.ref_id]);
      const file = (await filesOf(ctx, visible, { withShared: true })).get(row.ref_id);
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
      const visible = await findVisiblePlaylists(ctx, [row.ref_id]);
      const playlist = (await playlistsOf(ctx, visible)).get(row.ref_id);
      return { Type: row.type, ID: row.ref_id, Playlist: playlist ?? null };
    }
    case 'video': {
      const video = (await videosOf(ctx, [row.ref_id])).get(row.ref_id);
      return { Type: row.type, ID: row.ref_id, Video: video ?? null };
    }
    case 'stickers':
      return { Type: row.type, Pack: row.ref_id };
    case 'scheduled_message': {
      const item = (await scheduledMessagesById(ctx, [row.ref_id])).get(row.ref_id) ?? null;
      return { Type: row.type, ID: row.ref_id, Dialog: body.Target ?? 0, Item: item };
    }
    case 'scheduled_post': {
      const item = (await scheduledPostsById(ctx, [row.ref_id])).get(row.ref_id) ?? null;
      return { Type: row.type, ID: row.ref_id, User: body.Target ?? 0, Item: item };
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

/** Hides profile events across a block, and friend counts from people who may not see that friend list. */
async function isHidden(ctx: ReadContext, person: number, { Counts: other }: EventBody): Promise<boolean> {
  const viewer = requirePerson(ctx).id;
  if (await isBlockedEitherWay(ctx.db, person, viewer)) return true;
  return other !== undefined && other !== viewer && !(await canSeeFriends(ctx, person));
}

async function viewerKeys(
  ctx: ReadContext,
  row: EventRow,
  viewers: readonly Viewer[],
  message: EventMessage | undefined,
): Promise<ViewerKey> {
  switch (row.type) {
    case 'message':
    case 'message_edit':
    case 'thread_message':
    case 'thread':
    case 'message_reaction':
    case 'message_poll':
    case 'message_calendar':
    case 'message_pin':
      return messageKeys(ctx, message, viewers);
    case 'read': {
      const { User: reader = 0, Author: author = 0 } = JSON.parse(row.body) as EventBody;
      return relationKeys(ctx, [reader, author]);
    }
    case 'message_delete': {
      const { Author: author } = JSON.parse(row.body) as EventBody;
      return author === undefined ? perViewer : relationKeys(ctx, [author]);
    }
    case 'member':
    case 'profile': {
      const relations = await relationKeys(ctx, [row.ref_id]);
      const { Counts: other } = JSON.parse(row.body) as EventBody;
      return (viewer) => (viewer.id === other ? perViewer(viewer) : relations(viewer));
    }
    case 'post':
    case 'post_edit':
    case 'post_delete':
    case 'comment':
    case 'comment_delete':
    case 'like':
      return wallViewerKeys(ctx, row, viewers);
    case 'dialog':
    case 'notification':
      return perViewer;
    default:
      return () => '';
  }
}
