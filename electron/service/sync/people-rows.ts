import type { UserModel } from '../../../shared/contract/records';
import { privacyColumns } from '../../../shared/privacy';
import { requirePerson } from '../access/access';
import type { ReadContext } from '../context';
import { usersOf } from '../people/records';
import { findBlocksBetween, findPeople, findRelationsBetween } from './row-queries';
import { addItems } from './item-rows';
import type { RowSet } from './row-set';
import type { DatabaseRow } from './tables';

/**
 * Adds people, and how they are related to the caller. A row holds only what the person's record shows to the caller:
 * what is hidden from the caller stays at the host.
 */
export async function addPeople(ctx: ReadContext, ids: Iterable<number>, rows: RowSet): Promise<void> {
  const caller = requirePerson(ctx).id;
  const people = await findPeople(ctx.db, ids);
  const others = people.map((row) => Number(row.id)).filter((id) => id !== caller);
  const users = await usersOf(ctx, others);
  for (const row of people) {
    const user = users.get(Number(row.id));
    if (row.id === caller) rows.add('person', [row]);
    else if (user) rows.add('person', [shownPerson(row, user)]);
  }
  const pictures = [...users.values()].flatMap((user) => [user.Avatar, user.Banner]);
  const own = people.find((row) => row.id === caller);
  if (own) pictures.push(Number(own.avatar), Number(own.banner));
  await addItems(ctx, { photo: pictures }, rows);
  if (others.length === 0) return;
  for (const row of await findRelationsBetween(ctx.db, caller, others)) {
    // Whether someone dismissed the caller's request is theirs to know.
    rows.add('relation', [row], row.person_id === caller ? { ignored: 0 } : {});
  }
  for (const row of await findBlocksBetween(ctx.db, caller, others)) {
    rows.add('block', [row], row.person_id === caller ? {} : { created_at: 0 });
  }
}

/** A row with the columns of the stored one, filled from the record alone; what the record hides is empty. */
function shownPerson(stored: DatabaseRow, user: UserModel): DatabaseRow {
  const privacy = Object.fromEntries(privacyColumns.map((column) => [column, stored[column] ?? 0]));
  return {
    ...emptyOf(stored),
    ...privacy,
    email: null,
    preferences: '{}',
    languages: JSON.stringify(user.Languages),
    id: user.ID,
    name: user.Name,
    surname: user.Surname,
    name_order: stored.name_order ?? '',
    link: user.Link,
    status: user.Status,
    about: user.About,
    emoji: user.Emoji,
    avatar: user.Avatar,
    banner: user.Banner,
    cosmetic_avatar: user.CosmeticAvatar,
    sub: user.Sub,
    creative: user.Creative ? 1 : 0,
    verify: user.Verify,
    role: user.Role,
    ban: user.Ban ? 1 : 0,
    deleted: user.Deleted ? 1 : 0,
    birthday: user.Birthday,
    country: user.Country,
    region: user.Region,
    city: user.City,
    city_native: user.CityNative,
    region_native: user.RegionNative,
    online_status: 'online',
    website: user.Website,
    works_at: user.WorksAt,
    relationships: user.Relationships,
    online_type: ONLINE_TYPES[user.Online.Degree],
    reports: user.Reports,
    friends: user.Friends,
    followers: user.Followers,
    posts: user.Posts,
    last_been: user.Online.LastBeen,
    registered_at: user.RegisterDate,
  };
}

/** How exactly the person lets the caller know when they were here; see `online_type`. */
const ONLINE_TYPES = { exact: 0, recently: 1, hidden: 2 } as const;

function emptyOf(row: DatabaseRow): DatabaseRow {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, typeof value === 'number' ? 0 : '']),
  );
}
