import type { Output, Parsed } from '../../../shared/contract';
import type { UserModel } from '../../../shared/contract/records';
import { AppError } from '../../../shared/errors';
import { requirePerson, requireVisibleFriends, requireVisiblePerson } from '../access/access';
import type { ReadContext } from '../context';
import { ownUser, userList, usersOf } from './records';
import { listFriends } from './queries';
import { listFollowers, listSubscriptions } from './follower-queries';
import { searchPeople } from './search-queries';

/** Returns the caller's own record with unread counts. */
export function me(ctx: ReadContext): Promise<UserModel> {
  return profileOf(ctx, requirePerson(ctx).id);
}

/** Returns a person as the caller may see them. */
export async function get(ctx: ReadContext, input: Parsed<'people.get'>): Promise<UserModel> {
  return profileOf(ctx, await requireVisiblePerson(ctx, input.user));
}

/** Returns those friends of a person that the caller may see. */
export async function friends(ctx: ReadContext, input: Parsed<'people.friends'>): Promise<UserModel[]> {
  const person = await requireVisibleFriends(ctx, input.user);
  const { page, limit } = input;
  const viewer = requirePerson(ctx).id;
  return userList(ctx, await listFriends(ctx.db, { person, viewer, limit, offset: page * limit }));
}

/** Returns the followers of a person that the caller may see. The privacy of friends applies to followers too. */
export async function followers(ctx: ReadContext, input: Parsed<'people.followers'>): Promise<UserModel[]> {
  return userList(ctx, await listFollowers(ctx.db, await followerPage(ctx, input)));
}

/** Returns those people that the caller may see to whom a person subscribed. */
export async function subscriptions(
  ctx: ReadContext,
  input: Parsed<'people.subscriptions'>,
): Promise<UserModel[]> {
  return userList(ctx, await listSubscriptions(ctx.db, await followerPage(ctx, input)));
}

async function followerPage(ctx: ReadContext, { user, page, limit }: Parsed<'people.followers'>) {
  const person = await requireVisibleFriends(ctx, user);
  const offset = Math.min(page * limit, Number.MAX_SAFE_INTEGER);
  return { person, viewer: requirePerson(ctx).id, limit, offset };
}

/** Returns the relationship between the caller and a person. */
export async function relationships(
  ctx: ReadContext,
  input: Parsed<'people.relationships'>,
): Promise<Output<'people.relationships'>> {
  const { RelationshipState } = await profileOf(ctx, await requireVisiblePerson(ctx, input.user));
  return { RelationshipState };
}

/** Searches people who allow being found, by name and by facts of their profiles. */
export async function find(ctx: ReadContext, input: Parsed<'people.find'>): Promise<UserModel[]> {
  const viewer = requirePerson(ctx).id;
  const { page, limit, online = false, avatar = false, strangers = false } = input;
  const found = await searchPeople(ctx.db, {
    viewer,
    query: input.query,
    sort: input.sort,
    works: input.worksAt,
    country: input.country,
    region: input.region,
    city: input.city,
    relationships: input.relationships,
    regionNative: input.regionNative,
    cityNative: input.cityNative,
    avatar,
    strangers,
    present: online ? ctx.ephemeral.presence.presentPeople() : undefined,
    limit,
    offset: page * limit,
  });
  return userList(ctx, found);
}

async function profileOf(ctx: ReadContext, id: number): Promise<UserModel> {
  const own = id === ctx.caller?.id;
  const user = own ? await ownUser(ctx, id) : (await usersOf(ctx, [id])).get(id);
  if (!user) throw new AppError('not_found');
  return user;
}
