import { setImmediate as pause } from 'node:timers/promises';
import type {
  Comment,
  Gift,
  Notification,
  Playlist,
  PostModel,
  Token,
  UserModel,
} from '../../../../shared/contract/records';
import { LIMITS } from '../../../../shared/limits';
import { requirePerson } from '../../access/access';
import type { ReadContext } from '../../context';
import { listPlaylistIds } from '../../music/playlist-queries';
import { listNotifications } from '../../people/notification-queries';
import { listFriends, listIncoming, listOutgoing } from '../../people/queries';
import { giftRecords } from '../../people/gift-records';
import { notificationRecords } from '../../notifications/records';
import { userList } from '../../people/records';
import { playlistsOf } from '../../music/playlist-records';
import { commentRecords, postRecords } from '../../posts/records';
import { jsonOf } from './json';
import { pageOf, tableOf, timeOf } from './page';
import { listBlocked, listClaims, listCommentsOf, listGiftsOf, listOwnReports, listPostsOf } from './queries';
import { tokens } from '../sign-in';

/** A list of an export: its files' name, its title, and both files piece by piece. */
interface Section {
  name: string;
  title: string;
  json: (ctx: ReadContext) => AsyncIterable<string>;
  page: (ctx: ReadContext) => AsyncIterable<string>;
}

/** The lists of an export beside the conversations. */
export const sections: readonly Section[] = [
  people('friends', 'Friends', (ctx, place) => listFriends(ctx.db, { ...place, viewer: place.person })),
  people('requests', 'Who asks to be friends', (ctx, place) => listIncoming(ctx.db, place)),
  people('subscriptions', 'Whom you asked to be friends', (ctx, place) => listOutgoing(ctx.db, place)),
  people('blocked', 'Blocked', (ctx, { person, offset }) => (offset > 0 ? [] : listBlocked(ctx.db, person))),
  gifts('gifts-received', 'Gifts that you have', 'received'),
  gifts('gifts-given', 'Gifts that you gave', 'given'),
  section<PostModel>({
    name: 'posts',
    title: 'What you wrote on walls',
    headings: ['When', 'Whose wall', 'What'],
    read: (ctx) =>
      inSteps(async (before) => {
        const rows = await listPostsOf(ctx.db, requirePerson(ctx).id, before, STEP);
        return { rows: await postRecords(ctx, rows), next: lastOf(rows) };
      }),
    cells: (one) => [timeOf(one.Timestamp), nameOf(one.Target ?? one.Author), one.Content],
  }),
  section<Comment>({
    name: 'comments',
    title: 'Your comments',
    headings: ['When', 'What'],
    read: (ctx) =>
      inSteps(async (before) => {
        const rows = await listCommentsOf(ctx.db, requirePerson(ctx).id, before, STEP);
        return { rows: await commentRecords(ctx, rows), next: lastOf(rows) };
      }),
    cells: (one) => [timeOf(one.Timestamp), one.Content],
  }),
  section<Notification>({
    name: 'notifications',
    title: 'Notifications',
    headings: ['When', 'What', 'Who'],
    read: (ctx) =>
      inSteps(async (before) => {
        const rows = await listNotifications(ctx.db, requirePerson(ctx).id, before, STEP);
        return { rows: await notificationRecords(ctx, rows), next: lastOf(rows) };
      }),
    cells: (one) => [timeOf(one.Timestamp), one.Type.replaceAll('_', ' '), nameOf(one.User)],
  }),
  section<Playlist>({
    name: 'playlists',
    title: 'Playlists',
    headings: ['Since', 'Name', 'What it is', 'Tracks'],
    read: (ctx) =>
      inSteps(async () => {
        const playlists = await playlistsOf(ctx, await listPlaylistIds(ctx.db, requirePerson(ctx).id));
        return { rows: [...playlists.values()], next: undefined };
      }),
    cells: (one) => [timeOf(one.Timestamp), one.Name, one.Description, String(one.Tracks.length)],
  }),
  section<Token>({
    name: 'devices',
    title: 'Where you are signed in',
    headings: ['Since', 'Last used', 'What', 'Address'],
    read: (ctx) => inSteps(async () => ({ rows: await tokens(ctx), next: undefined })),
    cells: (one) => [timeOf(one.Timestamp), timeOf(one.LastBeen), one.Name || one.Client, one.IP],
  }),
  section<{ Code: string; Timestamp: number }>({
    name: 'promo-codes',
    title: 'Promo codes that you used',
    headings: ['When', 'Code'],
    read: (ctx) =>
      inSteps(async () => {
        const rows = await listClaims(ctx.db, requirePerson(ctx).id);
        return { rows: rows.map((row) => ({ Code: row.code, Timestamp: row.created_at })), next: undefined };
      }),
    cells: (one) => [timeOf(one.Timestamp), one.Code],
  }),
  section<{ Type: string; ID: number; Reason: string; Timestamp: number }>({
    name: 'reports',
    title: 'What you reported',
    headings: ['When', 'What', 'Why'],
    read: (ctx) =>
      inSteps(async () => {
        const rows = await listOwnReports(ctx.db, requirePerson(ctx).id);
        const records = rows.map((row) => ({
          Type: row.item_type,
          ID: row.item_id,
          Reason: row.reason,
          Timestamp: row.created_at,
        }));
        return { rows: records, next: undefined };
      }),
    cells: (one) => [timeOf(one.Timestamp), `${one.Type} ${one.ID}`, one.Reason],
  }),
];

/** How many records are read before others get their turn. */
const STEP = LIMITS.pageMax;

interface List<T> {
  name: string;
  title: string;
  headings: readonly string[];
  /** Its records, a few at a time. */
  read: (ctx: ReadContext) => AsyncIterable<readonly T[]>;
  /** What a row of its page shows. */
  cells: (record: T) => string[];
}

function section<T>({ name, title, headings, read, cells }: List<T>): Section {
  async function* rows(ctx: ReadContext): AsyncGenerator<string[]> {
    for await (const some of read(ctx)) yield* some.map(cells);
  }
  return {
    name,
    title,
    json: (ctx) => jsonOf(read(ctx)),
    page: (ctx) => pageOf({ title }, tableOf(headings, rows(ctx))),
  };
}

interface PlaceOf {
  person: number;
  limit: number;
  offset: number;
}

function people(
  name: string,
  title: string,
  list: (ctx: ReadContext, place: PlaceOf) => number[] | Promise<number[]>,
): Section {
  return section<UserModel>({
    name,
    title,
    headings: ['Name', 'Tag', 'Number'],
    read: (ctx) =>
      inSteps(async (_, step) => {
        const ids = await list(ctx, { person: requirePerson(ctx).id, limit: STEP, offset: step * STEP });
        return { rows: await userList(ctx, ids), next: ids.at(-1) };
      }),
    cells: (one) => [nameOf(one), one.Link, String(one.ID)],
  });
}

function gifts(name: string, title: string, which: 'received' | 'given'): Section {
  return section<Gift>({
    name,
    title,
    headings: ['When', 'What', which === 'received' ? 'From' : 'To', 'Message'],
    read: (ctx) =>
      inSteps(async (before) => {
        const of = { person: requirePerson(ctx).id, which };
        const rows = await listGiftsOf(ctx.db, of, before, STEP);
        return { rows: await giftRecords(ctx, rows), next: lastOf(rows) };
      }),
    cells: (one) => [
      timeOf(one.Timestamp),
      one.Item.Name,
      nameOf(which === 'received' ? one.User : one.Target),
      one.Message,
    ],
  });
}

/** Reads step by step until there is no next one; `before` is where the last step ended. */
async function* inSteps<T>(
  read: (before: number, step: number) => Promise<{ rows: readonly T[]; next: number | undefined }>,
): AsyncGenerator<readonly T[]> {
  let before = Number.MAX_SAFE_INTEGER;
  for (let step = 0; ; step++) {
    const { rows, next } = await read(before, step);
    yield rows;
    if (next === undefined) return;
    before = next;
    await pause();
  }
}

function lastOf(rows: readonly { id: number }[]): number | undefined {
  return rows.at(-1)?.id;
}

function nameOf(person: { Name: string; Surname: string }): string {
  return `${person.Name} ${person.Surname}`.trim();
}
