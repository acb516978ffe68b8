import { setImmediate } from 'node:timers/promises';
import { dialogsOf } from './records';
import type { DialogInfo, DialogModel } from '../../../shared/contract/records';
import type { Parsed } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { requireOwner, requirePerson, requireVisiblePerson } from '../access/access';
import {
  requireDialogAdmin,
  requireDialogOwner,
  requireMayMessage,
  requireMember,
  requireVisibleDialog,
} from '../access/dialogs';
import { cancelDeletedEvents } from '../calendar/deleting';
import { requireKnownCountry } from '../countries';
import { requirePicture } from '../access/photos';
import { updateCommunity } from '../community/queries';
import type { Context, ReadContext } from '../context';
import type { Handlers } from '../dispatch';
import { archive, orderPins, pin, updateOwnSettings } from './arranging';
import { draftHandlers } from './draft-handlers';
import { folderHandlers } from './folder-handlers';
import { inviteHandlers } from './invite-handlers';
import { findInvite, isInviteValid } from './invite-queries';
import { closeForEveryone } from './leaving';
import { isMutedAt } from './muting';
import { membershipHandlers } from './membership-handlers';
import { requireMayCreate } from './ownership-limits';
import {
  findCommons,
  findLinkOwner,
  findPrivateDialog,
  insertDialog,
  insertMember,
  listDialogIds,
  listFirstDialogIds,
  listMemberIds,
  updateDialog,
} from './queries';
import { indexDialog, searchDialogs } from './search-queries';

type Names =
  | 'dialogs.create'
  | 'dialogs.createCommons'
  | 'dialogs.createPrivate'
  | 'dialogs.list'
  | 'dialogs.get'
  | 'dialogs.update'
  | 'dialogs.remove'
  | 'dialogs.mute'
  | 'dialogs.pin'
  | 'dialogs.orderPins'
  | 'dialogs.archive'
  | 'dialogs.find';

/** Handlers of chats: creating, listing, changing and finding them, and each person’s own settings of one. */
export const dialogHandlers = {
  ...membershipHandlers,
  ...inviteHandlers,
  ...folderHandlers,
  ...draftHandlers,
  'dialogs.create': create,
  'dialogs.createCommons': createCommons,
  'dialogs.createPrivate': createPrivate,
  'dialogs.list': list,
  'dialogs.get': get,
  'dialogs.update': update,
  'dialogs.remove': remove,
  'dialogs.mute': mute,
  'dialogs.pin': pin,
  'dialogs.orderPins': orderPins,
  'dialogs.archive': archive,
  'dialogs.find': find,
} satisfies Pick<Handlers, Names> & Record<string, unknown>;

async function create(ctx: Context, input: Parsed<'dialogs.create'>): Promise<DialogInfo> {
  const { id: person } = requirePerson(ctx);
  requireKnownCountry(input.country);
  await requirePicture(ctx, 'avatar', input.avatar);
  await requireMayCreate(ctx);
  const id = ctx.newId();
  const now = ctx.now();
  await insertDialog(ctx.db, {
    id,
    type: input.type,
    name: input.name,
    description: input.description,
    private: input.private ? 1 : 0,
    topic: input.topic,
    country: input.country,
    avatar: input.avatar,
    owner_id: person,
    low_id: 0,
    high_id: 0,
    now,
  });
  await insertMember(ctx.db, { dialog: id, person, id: ctx.newId(), role: 'owner', readId: 0, now });
  await indexDialog(ctx.db, id);
  ctx.emit({ type: 'dialog', scope: { kind: 'person', id: person }, ref: { kind: 'dialog', id } });
  return { ID: id, Type: input.type, Name: input.name, Avatar: input.avatar };
}

/** The people who are here already join it themselves: nobody is added without having asked to come. */
async function createCommons(ctx: Context, input: Parsed<'dialogs.createCommons'>): Promise<DialogInfo> {
  requireOwner(ctx);
  if (await findCommons(ctx.db)) throw new AppError('conflict', 'There is already a group for everyone.');
  const group = { type: 'group', private: false, topic: 0, country: 0, avatar: 0 } as const;
  const created = await create(ctx, { ...input, ...group });
  await updateCommunity(ctx.db, ctx.community.id, { commons_id: created.ID });
  ctx.emit({
    type: 'community',
    scope: { kind: 'community', id: 0 },
    ref: { kind: 'community', id: ctx.community.id },
  });
  return created;
}

async function createPrivate(ctx: Context, input: Parsed<'dialogs.createPrivate'>): Promise<DialogModel> {
  const { id: person } = requirePerson(ctx);
  const other = await requireVisiblePerson(ctx, input.user_id);
  const existing = await findPrivateDialog(ctx.db, person, other);
  if (existing !== undefined) return dialogRecord(ctx, existing);
  await requireMayMessage(ctx, other);
  const id = ctx.newId();
  const now = ctx.now();
  const [low_id, high_id] = [Math.min(person, other), Math.max(person, other)];
  await insertDialog(ctx.db, {
    id,
    type: 'private',
    name: '',
    description: '',
    private: 1,
    topic: 0,
    country: 0,
    avatar: 0,
    owner_id: 0,
    low_id,
    high_id,
    now,
  });
  for (const one of new Set([person, other])) {
    await insertMember(ctx.db, { dialog: id, person: one, id: ctx.newId(), role: 'member', readId: 0, now });
    ctx.emit({ type: 'dialog', scope: { kind: 'person', id: one }, ref: { kind: 'dialog', id } });
  }
  return dialogRecord(ctx, id);
}

async function list(ctx: ReadContext, { limit }: Parsed<'dialogs.list'>): Promise<DialogModel[]> {
  const { id } = requirePerson(ctx);
  if (limit !== undefined) return dialogsOf(ctx, await listFirstDialogIds(ctx.db, id, limit));
  const ids = await listDialogIds(ctx.db, id);
  const dialogs: DialogModel[] = [];
  for (let from = 0; from < ids.length; from += PART) {
    // Between the parts of a long list others are answered.
    if (from > 0) await setImmediate();
    dialogs.push(...(await dialogsOf(ctx, ids.slice(from, from + PART))));
  }
  return dialogs;
}

/** How many dialogs are read in one turn of the event loop: a few milliseconds. */
const PART = 100;

async function get(ctx: ReadContext, input: Parsed<'dialogs.get'>): Promise<DialogModel> {
  if (input.code === undefined) {
    await requireVisibleDialog(ctx, input.dialog_id);
  } else {
    requirePerson(ctx);
    const invite = await findInvite(ctx.db, input.code);
    if (invite?.dialog_id !== input.dialog_id) await requireVisibleDialog(ctx, input.dialog_id);
    else if (!isInviteValid(invite, ctx.now())) throw new AppError('gone');
  }
  return dialogRecord(ctx, input.dialog_id);
}

async function update(ctx: Context, input: Parsed<'dialogs.update'>): Promise<{ ok: true }> {
  const { avatar } = await requireDialogAdmin(ctx, input.dialog_id);
  if (input.avatar !== avatar) await requirePicture(ctx, 'avatar', input.avatar ?? 0);
  const { dialog_id: id, link, name, description, topic, country } = input;
  requireKnownCountry(country);
  if (link) {
    const linkOwner = await findLinkOwner(ctx.db, link);
    if (linkOwner !== undefined && linkOwner !== id) {
      throw new AppError('conflict', 'This tag is taken. Choose another one.', {
        fields: { link: 'is taken' },
      });
    }
  }
  const change = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(topic !== undefined && { topic }),
    ...(country !== undefined && { country }),
    ...(link !== undefined && { link }),
    ...(input.avatar !== undefined && { avatar: input.avatar }),
    ...(input.private !== undefined && { private: input.private ? (1 as const) : (0 as const) }),
  };
  if (Object.keys(change).length === 0) return { ok: true };
  await updateDialog(ctx.db, id, change);
  await indexDialog(ctx.db, id);
  ctx.emit({ type: 'dialog', scope: { kind: 'dialog', id }, ref: { kind: 'dialog', id } });
  return { ok: true };
}

async function remove(ctx: Context, input: Parsed<'dialogs.remove'>): Promise<{ ok: true }> {
  await requireDialogOwner(ctx, input.dialog_id);
  const people = await listMemberIds(ctx.db, input.dialog_id);
  await cancelDeletedEvents(ctx, input.dialog_id);
  await closeForEveryone(ctx, input.dialog_id, people);
  return { ok: true };
}

async function mute(ctx: Context, input: Parsed<'dialogs.mute'>): Promise<{ ok: true; mute: boolean }> {
  const member = await requireMember(ctx, input.dialog_id);
  const { until } = input;
  // The time may have passed while the call waited in the outbox of a device.
  const value = (input.value ?? (until > 0 || !isMutedAt(member, ctx.now()))) && !isPast(until, ctx.now());
  await updateOwnSettings(ctx, member.id, { muted: value ? 1 : 0, muted_until: value ? until : 0 });
  return { ok: true, mute: value };
}

/** Whether the end of a mute is over; 0 has no end. */
function isPast(until: number, now: number): boolean {
  return until > 0 && until <= now;
}

async function find(ctx: ReadContext, input: Parsed<'dialogs.find'>): Promise<DialogModel[]> {
  requirePerson(ctx);
  const { mask, sort, type, country, topic, limit } = input;
  const found = await searchDialogs(ctx.db, {
    mask,
    sort,
    type,
    country,
    topic,
    limit,
    offset: offsetOf(input),
  });
  return dialogsOf(ctx, found);
}

async function dialogRecord(ctx: ReadContext, id: number): Promise<DialogModel> {
  const [dialog] = await dialogsOf(ctx, [id]);
  if (!dialog) throw new AppError('not_found');
  return dialog;
}

/** The offset of a page's first item, capped at a safe integer. */
function offsetOf({ page, limit }: { page: number; limit: number }): number {
  return Math.min(page * limit, Number.MAX_SAFE_INTEGER);
}
