import { z } from 'zod';
import { LIMITS, PAGE_SIZES } from '../limits';
import { read, write } from './endpoint';
import { Author, BaseOkay, File, MessageModel, Photo, Response, Track, Video } from './records';
import { newCalendarEvent } from './calendar';
import { newPoll } from './polls';
import {
  before,
  emoji,
  flag,
  identifier,
  identifierOrNone,
  limit,
  mask,
  photoIds,
  seenVersion,
  text,
} from './values';

const dialog = { dialog_id: identifier() };
const message = { message_id: identifier() };

/** An item to attach to a message or post: its type, and its ID or its record as a client received it. */
export const attachment = z.object({
  Type: z.enum(['video', 'track', 'file', 'post']),
  Item: z
    .unknown()
    .transform(idOf)
    .pipe(identifier())
    .meta({
      anyOf: [
        { type: 'integer', minimum: 1 },
        { type: 'object', properties: { ID: { type: 'integer', minimum: 1 } }, required: ['ID'] },
      ],
    }),
});

const body = {
  text: text(LIMITS.message).optional(),
  photos_list: photoIds(LIMITS.photosEach).optional(),
  attachments: z.array(attachment).max(LIMITS.attachmentsEach).optional(),
  timestamp: identifierOrNone().optional().describe('Unix seconds: in the future, when it is sent.'),
};

/** A page names at most one of these as its start; all return newest first. Of several, the last counts. */
const pageStart = {
  ...before(),
  after_id: identifierOrNone().default(0).describe('The message that the page follows: the next newer ones.'),
  around_id: identifierOrNone().default(0).describe('A message in the middle of the page.'),
  around_time: identifierOrNone()
    .default(0)
    .describe('Unix seconds: the first message since then is in the middle of the page.'),
  around_unread: flag().default(false).describe('The first unread message is in the middle of the page.'),
};

/** Calls about the messages of a dialog. */
export const messages = {
  'dialogs.messages': read('GET /dialogs/{dialog_id}/messages', {
    summary:
      'A page of messages, newest first: before last_id, after after_id, around around_id, around the first one since around_time, or around the first unread one.',
    since: '0.1.10',
    input: z.object({
      ...dialog,
      ...pageStart,
      thread: identifierOrNone()
        .default(0)
        .describe('The message whose thread is read instead of the dialog itself.'),
      limit: limit(PAGE_SIZES.messages),
    }),
    output: z.array(MessageModel),
  }),
  'dialogs.send': write('POST /dialogs/{dialog_id}/messages', {
    summary: 'Sends a message, or edits one. A timestamp in the future, within a year, schedules it.',
    repeat: { by: 'dialogs.message', id: 'message_id' },
    since: '0.1.10',
    keyFrom: 'nonce',
    input: z.object({
      ...dialog,
      ...body,
      replyTo: identifierOrNone().optional().describe('A message of this dialog.'),
      thread: identifierOrNone()
        .optional()
        .describe('A message of a group: the new one is a reply in its thread.'),
      repost: identifierOrNone().optional().describe('A post.'),
      forward: identifierOrNone()
        .optional()
        .describe(
          'A message whose content is sent, naming who first wrote it, instead of content of its own.',
        ),
      edit: identifierOrNone().optional().describe('An own message, which is edited instead.'),
      poll: newPoll.optional(),
      event: newCalendarEvent.optional(),
      sticker: identifier().optional().describe('A sticker, which is the whole message.'),
      read: flag()
        .optional()
        .describe('False if it is sent from elsewhere: what is unread in the dialog stays unread.'),
      nonce: text(LIMITS.keyMax).optional().describe('The older name of the idempotency key.'),
    }),
    output: MessageModel,
  }),
  'dialogs.scheduled': read('GET /dialogs/{dialog_id}/scheduled', {
    summary: 'The messages that the caller has scheduled in a dialog, the earliest first.',
    since: '1.1.0',
    input: z.object(dialog),
    output: z.array(MessageModel),
  }),
  'dialogs.sendScheduled': write('POST /dialogs/messages/{message_id}/send', {
    summary: 'Sends an own scheduled message now. The sent message has another ID.',
    repeat: { by: 'dialogs.message', id: 'message_id' },
    since: '1.1.0',
    input: z.object(message),
    output: MessageModel,
  }),
  'dialogs.message': read('GET /dialogs/messages/{message_id}', {
    summary: 'One message, for members of its dialog; a scheduled one for its author.',
    since: '1.0.0',
    deprecated: true,
    input: z.object(message),
    output: MessageModel,
  }),
  'dialogs.editMessage': write('PATCH /dialogs/messages/{message_id}', {
    summary:
      'Changes the given parts of an own message, and of a scheduled one also its timestamp. An empty body gives the message to anyone who may read it.',
    repeat: { by: 'dialogs.message', id: 'message_id' },
    since: '1.0.0',
    input: z.object({ ...message, ...body, ifVersion: seenVersion() }),
    output: MessageModel,
  }),
  'dialogs.versions': read('GET /dialogs/messages/{message_id}/versions', {
    summary:
      'The texts that a message had before it was edited, the latest first, for members of its dialog.',
    since: '1.1.0',
    input: z.object(message),
    output: z.array(z.object({ Text: z.string(), Timestamp: z.number() })),
  }),
  'dialogs.deleteMessage': write('DELETE /dialogs/messages/{message_id}', {
    summary:
      'Deletes a message for everyone: its author, or an admin of the dialog. Also cancels a scheduled one.',
    since: '0.1.10',
    input: z.object(message),
    output: Response,
  }),
  'dialogs.react': write('PUT /dialogs/messages/{message_id}/reactions/{emoji}', {
    summary: 'Adds the own reaction.',
    since: '1.1.0',
    input: z.object({ ...message, emoji: emoji() }),
    output: BaseOkay,
  }),
  'dialogs.unreact': write('DELETE /dialogs/messages/{message_id}/reactions/{emoji}', {
    summary: 'Takes the own reaction back.',
    since: '1.1.0',
    input: z.object({ ...message, emoji: emoji() }),
    output: BaseOkay,
  }),
  'dialogs.pinned': read('GET /dialogs/{dialog_id}/pinned', {
    summary: 'The pinned messages of a dialog, newest first.',
    since: '1.1.0',
    input: z.object(dialog),
    output: z.array(MessageModel),
  }),
  'dialogs.pinMessage': write('PUT /dialogs/messages/{message_id}/pin', {
    summary:
      'Pins a message for all members: either person of a private dialog, or an admin of a group or channel.',
    since: '1.1.0',
    input: z.object(message),
    output: BaseOkay,
  }),
  'dialogs.unpinMessage': write('DELETE /dialogs/messages/{message_id}/pin', {
    summary: 'Unpins a message; for the same people.',
    since: '1.1.0',
    input: z.object(message),
    output: BaseOkay,
  }),
  'dialogs.audience': read('GET /dialogs/messages/{message_id}/audience', {
    summary:
      'Who reacted to a message (in channels for admins) and, for its author in groups of up to 100 members, who read it; null where that is not shown.',
    since: '1.1.0',
    input: z.object(message),
    output: z.object({
      Readers: z.array(Author).nullable(),
      Reactions: z.array(z.object({ Author, Emoji: z.string(), Timestamp: z.number() })).nullable(),
    }),
  }),
  'dialogs.read': write('PATCH /dialogs/{dialog_id}/read', {
    aliases: ['POST /dialogs/{dialog_id}/read'],
    summary: 'Marks as read up to a message, or up to the newest; the mark never goes back.',
    since: '1.0.0',
    input: z.object({ ...dialog, message: identifier().optional() }),
    output: BaseOkay,
  }),
  'dialogs.readThread': write('PATCH /dialogs/messages/{message_id}/thread', {
    summary:
      'Marks the replies in the thread of a message as read up to one of them, or all of them; the mark never goes back.',
    since: '1.1.0',
    input: z.object({ ...message, reply: identifier().optional() }),
    output: BaseOkay,
  }),
  'dialogs.followThread': write('PUT /dialogs/messages/{message_id}/thread/follow', {
    summary:
      'Follows the thread of a message that has replies: new ones are counted as unread and notified of.',
    since: '1.1.0',
    input: z.object(message),
    output: MessageModel,
  }),
  'dialogs.unfollowThread': write('DELETE /dialogs/messages/{message_id}/thread/follow', {
    summary: 'Stops following a thread, until the caller replies or is mentioned in it again.',
    since: '1.1.0',
    input: z.object(message),
    output: MessageModel,
  }),
  'dialogs.shared': read('GET /dialogs/{dialog_id}/shared/{kind}', {
    summary: 'What was shared in a dialog, newest first.',
    since: '1.1.0',
    input: z.object({
      ...dialog,
      kind: z.enum(['photos', 'tracks', 'videos', 'files', 'links']),
      ...before(),
      limit: limit(PAGE_SIZES.shared),
    }),
    output: z.array(
      z.object({
        Message: z.number(),
        Item: z.union([z.string(), Photo, Video, Track, File]),
        Timestamp: z.number(),
      }),
    ),
  }),
  'dialogs.sharedCounts': read('GET /dialogs/{dialog_id}/shared', {
    summary: 'How much was shared in a dialog, of each kind.',
    since: '1.1.0',
    input: z.object(dialog),
    output: z.object({
      Photos: z.number(),
      Videos: z.number(),
      Files: z.number(),
      Tracks: z.number(),
      Links: z.number(),
    }),
  }),
  'dialogs.searchMessages': read('GET /dialogs/messages/find/{mask}', {
    summary: "Finds messages in the caller's dialogs, newest first.",
    since: '1.0.0',
    input: z.object({
      mask: mask(),
      dialog: identifierOrNone().default(0),
      ...before(),
      limit: limit(PAGE_SIZES.search),
    }),
    output: z.array(MessageModel),
  }),
} as const;

function idOf(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'ID' in item ? item.ID : item;
}
