import type { DialogRole } from '../../shared/contract/records';
import type { Event } from '../../shared/events';
import type { ReadContext } from './context';
import { findAudience, findOwnReactions, findTies, type EventRow } from './events-queries';
import { communityRecord } from './records/community';
import { dialogsOf } from './records/dialogs';
import { filesOf } from './records/files';
import { messagesById } from './records/messages';
import { findMessages } from './records/messages-queries';
import { notificationsOf } from './records/notifications';
import { authorsOf, usersOf } from './records/people';
import { photosOf } from './records/photos';

interface Body {
  Dialog?: number;
  User?: number;
  Message?: number;
  Role?: DialogRole;
  Members?: number;
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
  viewers: readonly { id: number; admin: boolean }[],
): Promise<Map<string, number[]>> {
  const keyOf = await keysFor(ctx, row, viewers);
  const classes = new Map<string, number[]>();
  for (const viewer of viewers) {
    const key = (viewer.admin ? 'a' : 'm') + keyOf(viewer.id);
    const list = classes.get(key);
    if (list) list.push(viewer.id);
    else classes.set(key, [viewer.id]);
  }
  return classes;
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
    case 'read':
      return { Type: row.type, Dialog: row.ref_id, User: body.User ?? 0, Message: body.Message ?? 0 };
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
    case 'file': {
      const file = (await filesOf(ctx, [row.ref_id], { withShared: true })).get(row.ref_id);
      return { Type: row.type, ID: row.ref_id, File: file ?? null };
    }
    case 'photo': {
      const photo = (await photosOf(ctx, [row.ref_id])).get(row.ref_id);
      return { Type: row.type, ID: row.ref_id, Photo: photo ?? null };
    }
    case 'profile': {
      const user = (await usersOf(ctx, [row.ref_id])).get(row.ref_id);
      return user ? { Type: row.type, User: user } : null;
    }
    case 'community':
      return { Type: row.type, Community: await communityRecord(ctx) };
    default:
      return null;
  }
}

type KeyOf = (viewer: number) => string;

async function keysFor(ctx: ReadContext, row: EventRow, viewers: readonly { id: number }[]): Promise<KeyOf> {
  switch (row.type) {
    case 'message':
    case 'message_edit':
    case 'message_reaction':
      return messageKeys(ctx, row, viewers);
    case 'member':
    case 'profile':
      return tieKeys(ctx, [row.ref_id]);
    case 'dialog':
    case 'notification':
      return String;
    default:
      return () => '';
  }
}

async function messageKeys(
  ctx: ReadContext,
  row: EventRow,
  viewers: readonly { id: number }[],
): Promise<KeyOf> {
  const [message] = await findMessages(ctx.db, [row.ref_id]);
  if (!message) return () => '';
  const [source] = message.reply_to > 0 ? await findMessages(ctx.db, [message.reply_to]) : [];
  // In a private dialog each of the two sees the other's name on it.
  if (row.scope_kind === 'dialog' && viewers.length <= 2) return String;
  const ties = await tieKeys(ctx, source ? [message.author_id, source.author_id] : [message.author_id]);
  if (row.type === 'message') return ties;
  const marks = await findAudience(
    ctx.db,
    message.dialog_id,
    viewers.map((viewer) => viewer.id),
  );
  const hasRead = new Set(marks.filter((mark) => mark.read_id >= message.id).map((mark) => mark.person_id));
  const reactions = new Map<number, string>();
  for (const { person_id, emoji } of await findOwnReactions(ctx.db, message.id)) {
    reactions.set(person_id, `${reactions.get(person_id) ?? ''}${emoji}`);
  }
  return (viewer) => `${ties(viewer)}${hasRead.has(viewer) ? 'r' : ''}${reactions.get(viewer) ?? ''}`;
}

/** What each viewer is to the people whom a record shows. */
async function tieKeys(ctx: ReadContext, people: readonly number[]): Promise<KeyOf> {
  const involved = new Set(people);
  const keys = new Map<number, string>();
  const note = (viewer: number, word: string) => keys.set(viewer, `${keys.get(viewer) ?? ''}${word};`);
  const rows = await findTies(ctx.db, [...involved]);
  for (const { person_id, target_id, kind } of rows) {
    if (involved.has(target_id)) note(person_id, `>${target_id}:${kind}`);
    if (involved.has(person_id)) note(target_id, `<${person_id}:${kind}`);
  }
  for (const person of involved) note(person, 'self');
  return (viewer) => keys.get(viewer) ?? '';
}
