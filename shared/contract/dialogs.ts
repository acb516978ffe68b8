import { z } from 'zod';
import { LIMITS, PAGE_SIZES } from '../limits';
import { read, write } from './endpoint';
import {
  BaseOkay,
  DialogInfo,
  DialogMemberModel,
  DialogModel,
  Invite,
  Response,
  ResponseMute,
} from './records';
import {
  code,
  flag,
  identifier,
  identifierOrNone,
  limit,
  limitOrAll,
  linesOrEmpty,
  mask,
  name,
  optionalCode,
  page,
  personId,
  photoIdOrNone,
  seenVersion,
  tag,
  integerBetween,
} from './values';

const dialog = { dialog_id: identifier() };
const description = () => linesOrEmpty(LIMITS.dialogDescription);

/** The type of a new dialog: "group" or 1, "channel" or 2; "public" is the old name of "group". */
const newDialogType = () =>
  z
    .literal(['group', 'channel', 'public', 1, 2, '1', '2'])
    .default('group')
    .transform((type) => (type === 'channel' || Number(type) === 2 ? 'channel' : 'group'))
    .meta({
      anyOf: [
        { type: 'string', enum: ['group', 'channel', 'public'] },
        { type: 'integer', enum: [1, 2] },
      ],
    });

/** What an invitation leads to: a dialog, or the community itself. */
export const InvitePreview = z.object({
  Type: z.enum(['community', 'group', 'channel']),
  ID: z.number(),
  Name: z.string(),
  Avatar: z.number(),
  Members: z.number(),
  Description: z.string(),
  /** The name of the inviter, or "" for the host itself. */
  By: z.string(),
});

const searchInput = {
  sort: integerBetween(0, 2).default(0),
  type: integerBetween(0, 2).default(0),
  country: identifierOrNone().default(0),
  topic: integerBetween(0, 11).default(0),
  page: page(),
  limit: limit(PAGE_SIZES.search),
};

export const dialogs = {
  'dialogs.create': write('POST /dialogs', {
    summary: 'Makes a group or a channel.',
    since: '0.1.10',
    input: z.object({
      name: name(LIMITS.dialogName),
      description: description().default(''),
      type: newDialogType(),
      private: flag().default(false),
      topic: integerBetween(0, 11).default(0),
      country: integerBetween(0, 1000).default(0),
      avatar: photoIdOrNone().default(0),
    }),
    output: DialogInfo,
  }),
  'dialogs.createCommons': write('POST /dialogs/commons', {
    summary: 'Makes the group that everyone joins by registering from then on; owner only, one at a time.',
    since: '1.1.0',
    input: z.object({
      name: name(LIMITS.dialogName),
      description: description().default(''),
    }),
    output: DialogInfo,
  }),
  'dialogs.createPrivate': write('POST /dialogs/private/{user_id}', {
    summary: 'The private dialog with a person, the same one every time.',
    repeat: { by: 'dialogs.get', id: 'dialog_id' },
    since: '0.1.10',
    input: z.object({ user_id: identifier() }),
    output: DialogModel,
  }),
  'dialogs.list': read('GET /dialogs', {
    summary:
      "The caller's dialogs, latest activity first. With `limit` only so many, in the order of the caller's list: pinned ones first, archived ones last.",
    since: '1.0.0',
    input: z.object({ limit: limitOrAll() }),
    output: z.array(DialogModel),
  }),
  'dialogs.get': read('GET /dialogs/{dialog_id}', {
    summary: 'One dialog; a private group also by an invitation.',
    since: '0.1.10',
    input: z.object({ ...dialog, code: optionalCode() }),
    output: DialogModel,
  }),
  'dialogs.update': write('PATCH /dialogs/{dialog_id}', {
    summary: 'Changes what a group or channel says of itself.',
    since: '1.0.0',
    input: z.object({
      ...dialog,
      name: name(LIMITS.dialogName).optional(),
      description: description().optional(),
      avatar: photoIdOrNone().optional(),
      topic: integerBetween(0, 11).optional(),
      country: integerBetween(0, 1000).optional(),
      private: flag().optional(),
      link: z.union([z.literal(''), tag()]).optional(),
      ifVersion: seenVersion(),
    }),
    output: Response,
  }),
  'dialogs.remove': write('DELETE /dialogs/{dialog_id}', {
    summary: 'Deletes a group or channel with everything in it; owner only.',
    since: '1.0.0',
    input: z.object(dialog),
    output: Response,
  }),
  'dialogs.join': write('POST /dialogs/{dialog_id}/join/{user_id}', {
    also: ['POST /dialogs/join'],
    summary:
      "Joins with the own number, adds with another's; by an invitation also without the dialog's number.",
    since: '0.1.10',
    input: z.object({
      dialog_id: identifier().optional(),
      user_id: personId().default('@me'),
      code: optionalCode(),
    }),
    output: Response,
  }),
  'dialogs.leave': write('DELETE /dialogs/{dialog_id}/leave/{user_id}', {
    summary: "Leaves with the own number, removes with another's.",
    since: '0.1.10',
    input: z.object({ ...dialog, user_id: personId() }),
    output: Response,
  }),
  'dialogs.mute': write('PATCH /dialogs/{dialog_id}/mute', {
    summary: 'Mutes or unmutes; with `until`, mutes until then.',
    since: '1.0.0',
    input: z.object({ ...dialog, value: flag().optional(), until: identifierOrNone().default(0) }),
    output: ResponseMute,
  }),
  'dialogs.pin': write('PATCH /dialogs/{dialog_id}/pin', {
    summary: 'Pins to the top of the list, or unpins.',
    since: '1.1.0',
    input: z.object({ ...dialog, value: flag().optional() }),
    output: BaseOkay,
  }),
  'dialogs.members': read('GET /dialogs/{dialog_id}/members', {
    summary: 'The members, in order of joining; with `mask`, those whose name or tag has its words.',
    since: '0.1.10',
    input: z.object({
      ...dialog,
      mask: mask().optional(),
      page: page(),
      limit: limit(PAGE_SIZES.members),
    }),
    output: z.array(DialogMemberModel),
  }),
  'dialogs.setRole': write('PATCH /dialogs/{dialog_id}/members/{user_id}', {
    summary: 'Makes a member an admin or back, or hands the dialog over; owner only.',
    since: '1.1.0',
    input: z.object({ ...dialog, user_id: identifier(), role: z.enum(['owner', 'admin', 'member']) }),
    output: BaseOkay,
  }),
  'dialogs.silence': write('PATCH /dialogs/{dialog_id}/members/{user_id}/silence', {
    summary:
      'Stops a member from writing in a group, until a time (Unix seconds) or without an end, or lets them write again; by those who could remove them.',
    since: '1.1.0',
    input: z.object({
      ...dialog,
      user_id: identifier(),
      value: flag().default(true),
      until: identifierOrNone().default(0),
    }),
    output: BaseOkay,
  }),
  'dialogs.invites': read('GET /dialogs/{dialog_id}/invites', {
    aliases: ['GET /dialogs/{dialog_id}/links'],
    summary: 'The invitations of a dialog.',
    since: '1.1.0',
    input: z.object(dialog),
    output: z.array(Invite),
  }),
  'dialogs.createInvite': write('POST /dialogs/{dialog_id}/invites', {
    aliases: ['POST /dialogs/{dialog_id}/links'],
    summary: 'Makes an invitation.',
    since: '1.1.0',
    input: z.object({
      ...dialog,
      maxUses: integerBetween(0, 1_000_000).default(0),
      expires: identifierOrNone().default(0),
    }),
    output: Invite,
  }),
  'dialogs.revokeInvite': write('DELETE /dialogs/{dialog_id}/invites/{code}', {
    also: ['DELETE /dialogs/links/{code}'],
    summary: 'Takes an invitation back.',
    since: '1.1.0',
    input: z.object({ dialog_id: identifier().optional(), code: code() }),
    output: BaseOkay,
  }),
  'dialogs.invitePreview': read('GET /invites/{code}', {
    summary: 'What an invitation leads to, before joining.',
    since: '1.1.0',
    open: true,
    input: z.object({ code: code() }),
    output: InvitePreview,
  }),
  'dialogs.find': read('POST /dialogs/find/{mask}', {
    also: ['POST /dialogs/find'],
    summary: 'Finds public groups and channels.',
    since: '1.0.0',
    query: ['page', 'limit'],
    input: z.object({ mask: mask().optional(), ...searchInput }),
    output: z.array(DialogModel),
  }),
} as const;
