import type { Output, Parsed } from '../../../shared/contract';
import type { UserModel } from '../../../shared/contract/records';
import { AppError } from '../../../shared/errors';
import { requirePerson, requireVisibleFriends, requireVisiblePerson } from '../access/access';
import type { ReadContext } from '../context';
import { ownUser, userList, usersOf } from './records';
import { listFriends } from './queries';
import { searchPeople } from './search-queries';

/** The caller, with what waits for them. */
export function me(ctx: ReadContext): Promise<UserModel> {
  return userAs(ctx, requirePerson(ctx).id);
}

/** A person as the caller may see them; oneself whole. */
export async function get(ctx: ReadContext, input: Parsed<'people.get'>): Promise<UserModel> {
  return userAs(ctx, await requireVisiblePerson(ctx, input.user));
}

/** The friends of a person whom the caller may know of. */
export async function friends(ctx: ReadContext, input: Parsed<'people.friends'>): Promise<UserModel[]> {
  const person = await requireVisibleFriends(ctx, input.user);
  const { page, limit } = input;
  const viewer = requirePerson(ctx).id;
  return userList(ctx, await listFriends(ctx.db, { person, viewer, limit, offset: page * limit }));
}

/** What the caller and a person are to each other. */
export async function relationships(
  ctx: ReadContext,
  input: Parsed<'people.relationships'>,
): Promise<Output<'people.relationships'>> {
  const { RelationshipState } = await userAs(ctx, await requireVisiblePerson(ctx, input.user));
  return { RelationshipState };
}

/** Others who let themselves be found, by words and by facts of their profiles. */
export async function find(ctx: ReadContext, input: Parsed<'people.find'>): Promise<UserModel[]> {
  const viewer = requirePerson(ctx).id;
  const { page, limit, online = false, avatar = false } = input;
  const found = await searchPeople(ctx.db, {
    viewer,
    query: input.query,
    sort: input.sort,
    works: input.worksAt,
    country: input.country,
    region: input.region,
    city: input.city,
    relationships: input.relationships,
    avatar,
    present: online ? ctx.ephemeral.presentPeople() : undefined,
    limit,
    offset: page * limit,
  });
  return userList(ctx, found);
}

async function userAs(ctx: ReadContext, id: number): Promise<UserModel> {
  const own = id === ctx.caller?.id;
  const user = own ? await ownUser(ctx, id) : (await usersOf(ctx, [id])).get(id);
  if (!user) throw new AppError('not_found');
  return user;
}
