import type {
  Gift,
  MessageModel,
  Notification,
  Playlist,
  PostModel,
  ReportItem,
  StickerPack,
  Token,
  UserModel,
} from '../../../../shared/contract/records';
import { isOwnNotification } from '../../../../shared/notifications';
import type { ExportedList } from '../../../../shared/texts/data-export';
import { requirePerson } from '../../access/access';
import type { ReadContext } from '../../context';
import { listFollowedPlaylists } from '../../music/follow-queries';
import { findDefaultPlaylist, listPlaylistIds } from '../../music/playlist-queries';
import { scheduledMessages } from '../../messages/scheduled-records';
import { listNotifications } from '../../people/notification-queries';
import { listFriends, listIncoming, listOutgoing } from '../../people/queries';
import { giftRecords } from '../../people/gift-records';
import { notificationRecords } from '../../notifications/records';
import { userList } from '../../people/records';
import { playlistsOf } from '../../music/playlist-records';
import { plainCommentRecords, postRecords, type PlainComment } from '../../posts/records';
import { listScheduledPosts } from '../../posts/scheduled-records';
import { listScheduled } from '../../scheduling/queries';
import { listPacksOf } from '../../stickers/queries';
import { packsOf } from '../../stickers/records';
import { namesOfAttached } from './attached';
import { titleOf } from './conversations';
import { dialogSections } from './dialog-sections';
import type { ExportLocale } from './export-locale';
import {
  findOriginalTimes,
  listBlocked,
  listPromoClaims,
  listCommentsOf,
  listGiftsOf,
  listOwnReports,
  listPostsOf,
} from './queries';
import { BATCH_SIZE, inBatches, lastOf, nameOf, NEWEST, section, type Section } from './section';
import { tokens } from '../sign-in';

/** All lists of an export except conversations and libraries. */
export const sections: readonly Section[] = [
  people('friends', (ctx, page) => listFriends(ctx.db, { ...page, viewer: page.person })),
  people('requests', (ctx, page) => listIncoming(ctx.db, page)),
  people('subscriptions', (ctx, page) => listOutgoing(ctx.db, page)),
  people('blocked', (ctx, { person, offset }) => (offset > 0 ? [] : listBlocked(ctx.db, person))),
  gifts('gifts-received', 'received'),
  gifts('gifts-given', 'given'),
  section<PostModel>({
    name: 'posts',
    read: (ctx) =>
      inBatches(async (last) => {
        const rows = await listPostsOf(ctx.db, requirePerson(ctx).id, last ?? 0, BATCH_SIZE);
        return { rows: await postRecords(ctx, rows), next: lastOf(rows) };
      }),
    cells: cellsOfPost,
  }),
  section<MessageModel>({
    name: 'scheduled-messages',
    read: (ctx) =>
      inBatches(async () => {
        const { id: person } = requirePerson(ctx);
        const rows = await listScheduled(ctx.db, { person, kind: 'message' });
        return { rows: await scheduledMessages(ctx, rows), next: undefined };
      }),
    cells: ({ Timestamp, Dialog, Text }, locale) => [locale.timeOf(Timestamp), titleOf(Dialog, locale), Text],
  }),
  ...dialogSections,
  section<PostModel>({
    name: 'scheduled-posts',
    read: (ctx) => inBatches(async () => ({ rows: await listScheduledPosts(ctx), next: undefined })),
    cells: cellsOfPost,
  }),
  section<PlainComment>({
    name: 'comments',
    read: (ctx) =>
      inBatches(async (last) => {
        const rows = await listCommentsOf(ctx.db, requirePerson(ctx).id, last ?? 0, BATCH_SIZE);
        return { rows: await plainCommentRecords(ctx, rows), next: lastOf(rows) };
      }),
    cells: (record, { timeOf }) => [timeOf(record.Timestamp), record.Content],
  }),
  section<StickerPack>({
    name: 'stickers',
    read: (ctx) =>
      inBatches(async () => {
        const packs = await packsOf(ctx, await listPacksOf(ctx.db, requirePerson(ctx).id));
        return { rows: packs.filter((pack) => pack.Mine), next: undefined };
      }),
    cells: (record, { timeOf }) => [timeOf(record.Timestamp), record.Name, String(record.Stickers.length)],
  }),
  section<StickerPack>({
    name: 'added-stickers',
    read: (ctx) =>
      inBatches(async () => {
        const packs = await packsOf(ctx, await listPacksOf(ctx.db, requirePerson(ctx).id));
        return { rows: packs.filter((pack) => !pack.Mine), next: undefined };
      }),
    cells: (record) => [record.Name, String(record.Stickers.length)],
  }),
  section<Notification>({
    name: 'notifications',
    read: (ctx) =>
      inBatches(async (last = NEWEST) => {
        const rows = await listNotifications(ctx.db, requirePerson(ctx).id, last, BATCH_SIZE);
        return { rows: await notificationRecords(ctx, rows), next: lastOf(rows) };
      }),
    cells: ({ Timestamp, User, Type }, { timeOf, alerts }) =>
      isOwnNotification(Type)
        ? [timeOf(Timestamp), '', alerts.own[Type]]
        : [timeOf(Timestamp), nameOf(User) || alerts.gone, alerts.actions[Type]],
  }),
  section<ExportedPlaylist>({
    name: 'playlists',
    read: (ctx) =>
      inBatches(async () => {
        return { rows: await ownPlaylists(ctx), next: undefined };
      }),
    cells: (record, { timeOf }) => [
      timeOf(record.Timestamp),
      record.Name,
      record.Description,
      String(record.Tracks.length),
    ],
  }),
  section<Playlist>({
    name: 'followed-playlists',
    read: (ctx) =>
      inBatches(async () => {
        const ids = await listFollowedPlaylists(ctx.db, requirePerson(ctx).id);
        const playlists = await playlistsOf(ctx, ids);
        return { rows: ids.flatMap((id) => playlists.get(id) ?? []), next: undefined };
      }),
    cells: (record) => [record.Name, nameOf(record.Author), String(record.Tracks.length)],
  }),
  section<Token>({
    name: 'devices',
    read: (ctx) => inBatches(async () => ({ rows: await tokens(ctx), next: undefined })),
    cells: (record, { timeOf }) => [
      timeOf(record.Timestamp),
      timeOf(record.LastBeen),
      record.Name || record.Client,
      record.IP,
    ],
  }),
  section<{ Code: string; Timestamp: number }>({
    name: 'promo-codes',
    read: (ctx) =>
      inBatches(async () => {
        const rows = await listPromoClaims(ctx.db, requirePerson(ctx).id);
        return { rows: rows.map((row) => ({ Code: row.code, Timestamp: row.created_at })), next: undefined };
      }),
    cells: (record, { timeOf }) => [timeOf(record.Timestamp), record.Code],
  }),
  section<{ Type: 'person' | ReportItem; ID: number; Reason: string; Timestamp: number }>({
    name: 'reports',
    read: (ctx) =>
      inBatches(async () => {
        const rows = await listOwnReports(ctx.db, requirePerson(ctx).id);
        const records = rows.map((row) => ({
          Type: row.item_type as 'person' | ReportItem,
          ID: row.item_id,
          Reason: row.reason,
          Timestamp: row.created_at,
        }));
        return { rows: records, next: undefined };
      }),
    cells: (record, { timeOf, texts }) => [
      timeOf(record.Timestamp),
      `${texts.reported[record.Type]} ${record.ID}`,
      record.Reason,
    ],
  }),
];

function cellsOfPost(post: PostModel, locale: ExportLocale): string[] {
  const { Timestamp, Target, Author, Content } = post;
  const text = [Content, ...namesOfAttached(post, locale)].filter(Boolean).join('\n');
  return [locale.timeOf(Timestamp), nameOf(Target ?? Author), text];
}

/** A playlist, with what its record doesn't say. */
type ExportedPlaylist = Playlist & { Default: boolean; Original?: number };

/** The caller's own playlists, oldest first. */
async function ownPlaylists(ctx: ReadContext): Promise<ExportedPlaylist[]> {
  const { id: person } = requirePerson(ctx);
  const ids = (await listPlaylistIds(ctx.db, person)).reverse();
  const [playlists, standard] = [await playlistsOf(ctx, ids), await findDefaultPlaylist(ctx.db, person)];
  const original = await findOriginalTimes(ctx.db, ids);
  return ids.flatMap((id) => {
    const playlist = playlists.get(id);
    return playlist ? [{ ...playlist, Default: id === standard, ...originalOf(original, id) }] : [];
  });
}

/** The `Original` of an item, if it was imported. */
export function originalOf(times: ReadonlyMap<number, number>, id: number): { Original?: number } {
  const time = times.get(id);
  return time === undefined ? {} : { Original: time };
}

interface PersonPage {
  person: number;
  limit: number;
  offset: number;
}

function people(
  name: ExportedList,
  list: (ctx: ReadContext, page: PersonPage) => number[] | Promise<number[]>,
): Section {
  return section<UserModel>({
    name,
    read: (ctx) =>
      inBatches(async (_, step) => {
        const ids = await list(ctx, {
          person: requirePerson(ctx).id,
          limit: BATCH_SIZE,
          offset: step * BATCH_SIZE,
        });
        return { rows: await userList(ctx, ids), next: ids.at(-1) };
      }),
    cells: (record) => [nameOf(record), record.Link, String(record.ID)],
  });
}

function gifts(name: ExportedList, which: 'received' | 'given'): Section {
  return section<Gift>({
    name,
    read: (ctx) =>
      inBatches(async (last = NEWEST) => {
        const of = { person: requirePerson(ctx).id, which };
        const rows = await listGiftsOf(ctx.db, of, last, BATCH_SIZE);
        return { rows: await giftRecords(ctx, rows), next: lastOf(rows) };
      }),
    cells: (record, { timeOf }) => [
      timeOf(record.Timestamp),
      record.Item.Name,
      nameOf(which === 'received' ? record.User : record.Target),
      record.Message,
    ],
  });
}
