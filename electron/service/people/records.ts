import type { Author, Online, RelationshipState, UserModel } from '../../../shared/contract/records';
import type { ReadContext } from '../context';
import {
  findAuthorRows,
  findBlocked,
  findOwnCounts,
  findPersonRows,
  type AuthorRow,
  type PersonRow,
} from './records-queries';
import { shownTime } from '../timestamps';

/** Short records of people as the caller may see them, by number. */
export async function authorsOf(ctx: ReadContext, ids: Iterable<number>): Promise<Map<number, Author>> {
  const wanted = [...new Set(ids)].filter((id) => id > 0);
  if (wanted.length === 0) return new Map();
  const rows = await findAuthorRows(ctx.db, wanted, viewerOf(ctx));
  return new Map(rows.map((row) => [row.id, author(ctx, row)]));
}

/** Whole records of people as the caller may see them, by number. */
export async function usersOf(ctx: ReadContext, ids: Iterable<number>): Promise<Map<number, UserModel>> {
  const wanted = [...new Set(ids)].filter((id) => id > 0);
  if (wanted.length === 0) return new Map();
  const rows = await findPersonRows(ctx.db, wanted, viewerOf(ctx));
  return new Map(rows.map((row) => [row.id, user(ctx, row)]));
}

/** Whole records in the order of `ids`; unknown ones are left out. */
export async function userList(ctx: ReadContext, ids: readonly number[]): Promise<UserModel[]> {
  const users = await usersOf(ctx, ids);
  return ids.flatMap((id) => users.get(id) ?? []);
}

/** Those of some people between whom and the caller there is a block. */
export async function findStrangers(ctx: ReadContext, ids: Iterable<number>): Promise<Set<number>> {
  const wanted = [...new Set(ids)];
  return new Set(wanted.length === 0 ? [] : await findBlocked(ctx.db, wanted, viewerOf(ctx)));
}

/** The caller's own record with their counts. */
export async function ownUser(ctx: ReadContext, id: number): Promise<UserModel | undefined> {
  const [row] = await findPersonRows(ctx.db, [id], id);
  if (!row) return undefined;
  const counts = await findOwnCounts(ctx.db, id, row.notifications_read_id);
  return {
    ...user(ctx, row),
    Email: row.email ?? '',
    EmailReserve: row.email_reserve,
    TrackList: counts.trackList,
    NewMessages: counts.messages,
    NewNotifications: counts.notifications,
    FriendsRequests: counts.requests,
  };
}

/** A person's presence as the caller may see it. */
export function onlineOf(
  ctx: ReadContext,
  row: Pick<AuthorRow, 'id' | 'online_type' | 'last_been' | 'ban' | 'deleted' | 'blocked'>,
): Online {
  const self = row.id === viewerOf(ctx);
  if (!self && (row.ban === 1 || row.deleted === 1 || row.blocked === 1)) return HIDDEN;
  if (!self && row.online_type === 2) return HIDDEN;
  const online = ctx.ephemeral.isPresent(row.id);
  if (!self && row.online_type === 1) return { Online: false, LastBeen: 0, Degree: 'recently', Status: '' };
  return {
    Online: online,
    LastBeen: online ? ctx.now() : shownTime(ctx, ctx.ephemeral.remaining.get(row.id) ?? row.last_been),
    Degree: 'exact',
    Status: online ? 'online' : '',
  };
}

const HIDDEN: Online = { Online: false, LastBeen: 0, Degree: 'hidden', Status: '' };

/** The author of things whose person the database no longer knows cannot be: people are anonymised, never deleted. */
function author(ctx: ReadContext, row: AuthorRow): Author {
  const seen = sight(ctx, row);
  const isShown = row.ban === 0 || row.id === viewerOf(ctx);
  return {
    ID: row.id,
    Name: row.name,
    Surname: row.surname,
    Link: row.link,
    // Photos of somebody banned are hidden, as their posts are.
    Avatar: isShown && seen(row.view_avatar_state) ? row.avatar : 0,
    Sub: row.sub,
    Creative: row.creative === 1,
    Verify: row.verify,
    Ban: row.ban === 1,
    Deleted: row.deleted === 1,
    Reports: ctx.caller && ctx.caller.role !== 'member' ? row.reports : 0,
    Emoji: row.emoji,
    CosmeticAvatar: row.cosmetic_avatar,
    Online: onlineOf(ctx, row),
    CommentsState: row.comments_state,
    ViewAvatarState: row.view_avatar_state,
    RelationshipState: relationshipOf(viewerOf(ctx), row),
  };
}

function user(ctx: ReadContext, row: PersonRow): UserModel {
  const seen = sight(ctx, row);
  const self = row.id === viewerOf(ctx);
  // A banned person's page says who it was and nothing more.
  const open = self || (row.ban === 0 && row.deleted === 0 && row.blocked === 0);
  const told = (text: string) => (open ? text : '');
  const known = (number: number) => (open ? number : 0);
  return {
    ...author(ctx, row),
    RegisterDate: row.registered_at,
    Banner: known(row.banner),
    Status: told(row.status),
    About: told(row.about),
    Country: known(row.country),
    Region: known(row.region),
    City: known(row.city),
    CityNative: told(row.city_native),
    Birthday: seen(row.view_birthday_state) ? told(row.birthday) : '',
    Website: told(row.website),
    WorksAt: told(row.works_at),
    Languages: open ? (JSON.parse(row.languages) as number[]) : [],
    Coins: self ? row.coins : 0,
    Posts: known(row.posts),
    Friends: seen(row.view_friends_state) ? known(row.friends) : 0,
    Followers: seen(row.view_friends_state) ? known(row.followers) : 0,
    OriginalAccount: 0,
    PostState: row.post_state,
    ViewFriendsState: row.view_friends_state,
    SendMessageState: row.send_message_state,
    ViewBirthdayState: row.view_birthday_state,
    AddFriendState: row.add_friend_state === 1,
    SearchState: row.search_state === 1,
    OnlineType: self ? row.online_type : 0,
    Relationships: known(row.relationships),
    Role: row.role,
  };
}

/** What a viewer (0: nobody) is to a person. */
export function relationshipOf(
  viewer: number,
  row: { id: number; friend: number | null; subscriber: number | null },
): RelationshipState {
  if (row.id === viewer) return '';
  if (row.friend === 1) return 'friends';
  if (row.friend === 0) return 'me_subscribed';
  return row.subscriber === null ? 'strangers' : 'he_subscribed';
}

/** Says for a privacy setting of a person whether the caller sees what it guards. */
function sight(ctx: ReadContext, row: AuthorRow): (setting: 0 | 1 | 2) => boolean {
  if (row.id === viewerOf(ctx)) return () => true;
  if (row.blocked === 1) return () => false;
  return (setting) => setting === 0 || (setting === 1 && row.friend === 1);
}

function viewerOf(ctx: ReadContext): number {
  return ctx.caller?.id ?? 0;
}
