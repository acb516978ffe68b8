import { z } from 'zod';
import { DialogInfo, DialogRole, DialogType } from './dialog-info';
import { Author, UserModel } from './people';
import { Sticker } from './stickers';
import { Attachment, PostModel, Refusal } from './walls';

/** Records of dialogs, messages and invitations. */

const number = z.number();

export const Reaction = z.object({ Emoji: z.string(), Count: number, Mine: z.boolean() });

/**
 * A poll whose question is the message's text. `Correct` (a position, from 0) and `Explanation` of a quiz are shown to
 * who voted, and to everyone once it is closed.
 */
export const Poll = z.object({
  Options: z.array(z.object({ Text: z.string(), Votes: number, Mine: z.boolean() })),
  Voters: number,
  Multiple: z.boolean(),
  Anonymous: z.boolean(),
  Quiz: z.boolean(),
  Correct: number.nullable(),
  Explanation: z.string(),
  /** When it closes or was closed, in Unix seconds; 0 if it stays open. */
  Closes: number,
  Closed: z.boolean(),
});

/**
 * The replies in the thread of a message: their number, the last one and its time, who wrote the last ones (the latest
 * first) and, for who follows the thread, how many are unread. `Following` says whether the viewer follows it.
 */
export const ThreadReplies = z.object({
  Count: number,
  Last: number,
  Timestamp: number,
  Authors: z.array(Author),
  Unread: number,
  Following: z.boolean(),
});

/** What a person answers to an event. */
export const CalendarAnswer = z.enum(['going', 'maybe', 'declined']);

/** An event whose title is the message's text. Times are in Unix seconds. */
export const CalendarEvent = z.object({
  Starts: number,
  /** 0 if no end is given. */
  Ends: number,
  Place: z.string(),
  Description: z.string(),
  Canceled: z.boolean(),
  /** How many people gave each answer. */
  Going: number,
  Maybe: number,
  Declined: number,
  /** The viewer's own answer; "" if they gave none. */
  Mine: z.union([CalendarAnswer, z.literal('')]),
  /** The first few people who are going. */
  People: z.array(Author),
});

/** `Scheduled` is present while it waits for its `Timestamp`, `Forwarded` (who first wrote it) if it was forwarded. */
export const MessageModel = z.object({
  ID: number,
  Author,
  Dialog: DialogInfo,
  /** "deleted": a message without content, whose thread still has replies. */
  Type: z.enum(['message', 'join', 'leave', 'deleted']),
  Text: z.string(),
  Photos: z.array(number),
  get ReplyTo() {
    return MessageModel.nullable();
  },
  Repost: PostModel.nullable(),
  Attachments: z.array(Attachment),
  Views: number,
  Timestamp: number,
  EditTimestamp: number,
  Read: z.boolean(),
  Reactions: z.array(Reaction),
  Poll: Poll.optional(),
  Event: CalendarEvent.optional(),
  /** The sticker that is the whole message. */
  Sticker: Sticker.nullable().optional(),
  Forwarded: Author.optional(),
  /** The message in whose thread it is; absent in the dialog itself. */
  Thread: number.optional(),
  /** What its own thread contains; absent if nobody replied there. */
  Replies: ThreadReplies.optional(),
  /** The author's own ID of the request that created it. */
  Nonce: z.string().optional(),
  Scheduled: z.literal(1).optional(),
  Refusal: Refusal.optional(),
});

/**
 * `MuteUntil` is present if `Mute` ends by itself: when, in Unix seconds. `SilencedUntil` is present while an admin has
 * stopped the viewer from writing: until when, 0 without an end. Pinned dialogs are listed by `PinOrder`, the
 * greatest first; it is 0 for others.
 */
export const DialogModel = DialogInfo.extend({
  Members: number,
  Author: Author.nullable(),
  DialogDude: Author.nullable(),
  Link: z.string(),
  Description: z.string(),
  Verify: z.enum(['None', 'Default']),
  Private: z.boolean(),
  LastMessage: MessageModel.nullable(),
  Timestamp: number,
  Country: number,
  Topic: number,
  Fire: number,
  Mute: z.boolean(),
  MuteUntil: number.optional(),
  Member: z.boolean(),
  SilencedUntil: number.optional(),
  Role: DialogRole,
  Unread: number,
  Pinned: z.boolean(),
  PinOrder: number,
  Archived: z.boolean(),
});

/**
 * A folder of the caller's dialogs: those in `Dialogs`, and all of the types in `Types`. Folders are listed by
 * `Position`.
 */
export const DialogFolder = z.object({
  ID: number,
  Position: number,
  Name: z.string(),
  Types: z.array(DialogType),
  Dialogs: z.array(number),
});

/** The caller's unsent message in a dialog; `Text` is "" and `ReplyTo` null once it was sent or deleted. */
export const Draft = z.object({
  Dialog: number,
  Text: z.string(),
  ReplyTo: MessageModel.nullable(),
  Timestamp: number,
});

/** `SilencedUntil` as for dialogs, of this member. */
export const DialogMemberModel = z.object({
  ID: number,
  Dialog: number,
  Member: UserModel,
  Role: DialogRole,
  SilencedUntil: number.optional(),
  Timestamp: number,
});

/** An invitation to a dialog, or to the community (`Dialog` 0). `MaxUses` 0: unlimited; `Expires` 0: never. */
export const Invite = z.object({
  Code: z.string(),
  Dialog: number,
  Uses: number,
  MaxUses: number,
  Expires: number,
  Timestamp: number,
});

export type DialogModel = z.infer<typeof DialogModel>;
export type Draft = z.infer<typeof Draft>;
export type DialogFolder = z.infer<typeof DialogFolder>;
export type DialogMemberModel = z.infer<typeof DialogMemberModel>;
export type MessageModel = z.infer<typeof MessageModel>;
export type ThreadReplies = z.infer<typeof ThreadReplies>;
export type Poll = z.infer<typeof Poll>;
export type CalendarAnswer = z.infer<typeof CalendarAnswer>;
export type CalendarEvent = z.infer<typeof CalendarEvent>;
export type Reaction = z.infer<typeof Reaction>;
export type Invite = z.infer<typeof Invite>;
