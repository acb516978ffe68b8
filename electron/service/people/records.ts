import { includesScope } from '../../../shared/app-scopes';
import type { Author, Online, RelationshipState, UserModel } from '../../../shared/contract/records';
import { privacyOf } from '../../../shared/privacy';
import type { ReadContext } from '../context';
import {
  findAuthorRows,
  findBlocked,
  findBlockedBy,
  findOwnCounts,
  findPersonRows,
  type AuthorRow,
  type PersonRow,
} from './records-queries';
import { shownTime } from '../timestamps';

/** Builds short records of people as the caller may see them, by ID. */
export async function authorsOf(ctx: ReadContext, ids: Iterable<number>): Promise<Map<number, Author>> {
  const uniqueIds = [...new Set(ids)].filter((id) => id > 0);
  if (uniqueIds.length === 0) return new Map();
  const rows = await findAuthorRows(ctx.db, uniqueIds, viewerOf(ctx));
  const blocked = await findOwnBlocks(ctx, rows);
  return new Map(rows.map((row) => [row.id, { ...author(ctx, row), ...blocked(row) }]));
}

/** Builds full records of people as the caller may see them, by ID. */
export async function usersOf(ctx: ReadContext, ids: Iterable<number>): Promise<Map<number, UserModel>> {
  const uniqueIds = [...new Set(ids)].filter((id) => id > 0);
  if (uniqueIds.length === 0) return new Map();
  const rows = await findPersonRows(ctx.db, uniqueIds, viewerOf(ctx));
  const blocked = await findOwnBlocks(ctx, rows);
  return new Map(rows.map((row) => [row.id, { ...user(ctx, row), ...blocked(row) }]));
}

/** Builds full records in the order of `ids`; unknown ones are left out. */
export async function userList(ctx: ReadContext, ids: readonly number[]): Promise<UserModel[]> {
  const users = await usersOf(ctx, ids);
  return ids.flatMap((id) => users.get(id) ?? []);
}

/** Returns those people who are separated from the caller by a block. */
export async function findBlockedPeople(ctx: ReadContext, ids: Iterable<number>): Promise<Set<number>> {
  const uniqueIds = [...new Set(ids)];
  return new Set(uniqueIds.length === 0 ? [] : await findBlocked(ctx.db, uniqueIds, viewerOf(ctx)));
}

/** Builds the caller's own record with their counts; an app learns no email addresses. */
export async function ownUser(ctx: ReadContext, id: number): Promise<UserModel | undefined> {
  const [row] = await findPersonRows(ctx.db, [id], id);
  if (!row) return undefined;
  const app = ctx.caller?.app;
  if (app && !includesScope(app.scopes, 'read')) return { ...user(ctx, row), Coins: 0 };
  const counts = await findOwnCounts(ctx.db, id, row.notifications_read_id, ctx.now());
  return {
    ...user(ctx, row),
    Email: app ? '' : (row.email ?? ''),
    EmailReserve: app ? '' : row.email_reserve,
    TrackList: counts.trackList,
    NewMessages: counts.messages,
    NewNotifications: counts.notifications,
    FriendsRequests: counts.requests,
  };
}

/** Returns a person's online status as the caller may see it. */
export function onlineOf(
  ctx: ReadContext,
  row: Pick<AuthorRow, 'id' | 'online_type' | 'online_status' | 'last_been' | 'ban' | 'deleted' | 'blocked'>,
): Online {
  const self = row.id === viewerOf(ctx);
  if (!self && (row.ban === 1 || row.deleted === 1 || row.blocked === 1)) return HIDDEN;
  if (!self && row.online_type === 2) return HIDDEN;
  const online = ctx.ephemeral.presence.isPresent(row.id);
  if (!self && row.online_type === 1) return { Online: false, LastBeen: 0, Degree: 'recently', Status: '' };
  return {
    Online: online,
    LastBeen: online
      ? ctx.now()
      : shownTime(ctx, ctx.ephemeral.presence.remaining.get(row.id) ?? row.last_been),
    Degree: 'exact',
    Status: online ? ctx.ephemeral.presence.statusOf(row.id, row.online_status) : '',
  };
}

const HIDDEN: Online = { Online: false, LastBeen: 0, Degree: 'hidden', Status: '' };

/** Every author has a row: accounts are anonymised, never deleted. */
function author(ctx: ReadContext, row: AuthorRow): Author {
  const isVisible = visibilityOf(ctx, row);
  const isShown = row.ban === 0 || row.id === viewerOf(ctx);
  return {
    ID: row.id,
    Name: row.name,
    Surname: row.surname,
    Link: row.link,
    // Photos of banned people are hidden, like their posts.
    Avatar: isShown && isVisible(row.view_avatar_state) ? row.avatar : 0,
    Sub: row.sub,
    Creative: row.creative,
    Verify: row.verify,
    Ban: row.ban,
    Deleted: row.deleted,
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
  const isVisible = visibilityOf(ctx, row);
  const self = row.id === viewerOf(ctx);
  // Of banned people only name and role are visible.
  const isOpen = self || (row.ban === 0 && row.deleted === 0 && row.blocked === 0);
  const textOrEmpty = (text: string) => (isOpen ? text : '');
  const numberOrZero = (number: number) => (isOpen ? number : 0);
  return {
    ...author(ctx, row),
    Creative: row.creative === 1,
    Ban: row.ban === 1,
    Deleted: row.deleted === 1,
    RegisterDate: row.registered_at,
    Banner: numberOrZero(row.banner),
    Status: textOrEmpty(row.status),
    About: textOrEmpty(row.about),
    Country: numberOrZero(row.country),
    Region: numberOrZero(row.region),
    City: numberOrZero(row.city),
    CityNative: textOrEmpty(row.city_native),
    RegionNative: textOrEmpty(row.region_native),
    Birthday: isVisible(row.view_birthday_state) ? textOrEmpty(row.birthday) : '',
    Website: textOrEmpty(row.website),
    WorksAt: textOrEmpty(row.works_at),
    Languages: isOpen ? (JSON.parse(row.languages) as number[]) : [],
    Coins: self ? row.coins : 0,
    Posts: numberOrZero(row.posts - (row.hidden_posts ?? 0)),
    Friends: isVisible(row.view_friends_state) ? numberOrZero(row.friends) : 0,
    Followers: isVisible(row.view_friends_state) ? numberOrZero(row.followers) : 0,
    OriginalAccount: 0,
    ...privacyOf(row),
    OnlineType: self ? row.online_type : 0,
    ...(self && { OnlineStatus: row.online_status }),
    Relationships: numberOrZero(row.relationships),
    Role: row.role,
  };
}

/** Returns a function that gives the mark of a person whom the caller blocked. */
async function findOwnBlocks(
  ctx: ReadContext,
  rows: readonly Pick<AuthorRow, 'id' | 'blocked'>[],
): Promise<(row: { id: number }) => { Blocked?: true }> {
  const separated = rows.filter((row) => row.blocked === 1).map((row) => row.id);
  const own = new Set(separated.length ? await findBlockedBy(ctx.db, separated, viewerOf(ctx)) : []);
  return ({ id }) => (own.has(id) ? { Blocked: true } : {});
}

/** The relationship of a viewer (0: nobody) to a person. */
export function relationshipOf(
  viewer: number,
  row: { id: number; friend: number | null; subscriber: number | null },
): RelationshipState {
  if (row.id === viewer) return '';
  if (row.friend === 1) return 'friends';
  if (row.friend === 0) return 'me_subscribed';
  return row.subscriber === null ? 'strangers' : 'he_subscribed';
}

/** Returns a function that says whether the caller satisfies a privacy setting of a person. */
function visibilityOf(ctx: ReadContext, row: AuthorRow): (setting: 0 | 1 | 2) => boolean {
  if (row.id === viewerOf(ctx)) return () => true;
  if (row.blocked === 1) return () => false;
  return (setting) => setting === 0 || (setting === 1 && row.friend === 1);
}

function viewerOf(ctx: ReadContext): number {
  return ctx.caller?.id ?? 0;
}
