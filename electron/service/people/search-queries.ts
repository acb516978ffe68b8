import { sql, type RawBuilder } from 'kysely';
import { fold, ftsQueryOf, sortKeyOf } from '../../database/folding';
import { insertSearchEntry, matchesSearch, searchRank, searchValue } from '../../database/full-text';
import type { Db } from '../../database/open';

/** How many of the newest matches are ranked. */
const CANDIDATES = 1000;

export interface PeopleSearch {
  viewer: number;
  /** A name or tag; undefined for everyone. */
  query: string | undefined;
  /** 0 relevance, 1 popularity, 2 alphabetical. */
  sort: number;
  /** A place of work. */
  works: string | undefined;
  /** Required facts; 0 and undefined match everyone. */
  country: number | undefined;
  region: number | undefined;
  city: number | undefined;
  relationships: number | undefined;
  /** The beginnings of a region's and a city's name, as people wrote them in their profiles. */
  regionNative?: string | undefined;
  cityNative?: string | undefined;
  /** Only people with an avatar that the viewer may see. */
  avatar: boolean;
  /** Only people who are not friends of the viewer. */
  strangers: boolean;
  /** Only people among these who show their online status. */
  present: readonly number[] | undefined;
  limit: number;
  offset: number;
}

/**
 * Returns the IDs of matching people in the requested order. People the viewer may not find are excluded by the query
 * itself.
 */
export async function searchPeople(db: Db, search: PeopleSearch): Promise<number[]> {
  const match = expressionOf(search);
  if (match === null) return [];
  const rows = match === undefined ? await listInOrder(db, search) : await findMatching(db, search, match);
  return rows.map((row) => row.id);
}

/** Updates a person's full-text entry and sort key; call it after every change of the profile. */
export async function indexPerson(db: Db, person: number): Promise<void> {
  const row = await db
    .selectFrom('person')
    .select(['name', 'surname', 'link', 'works_at', 'country', 'region', 'city', 'relationships', 'avatar'])
    .select(['region_native', 'city_native'])
    .where('id', '=', person)
    .executeTakeFirstOrThrow();
  const places = [...placeTokens('region', row.region_native), ...placeTokens('city', row.city_native)];
  const facts = [...factsOf(row), ...places, ...(row.avatar > 0 ? [AVATAR] : [])].join(' ');
  const text = fold(`${row.name} ${row.surname} ${row.link}`);
  await sql`DELETE FROM person_search WHERE rowid = ${person}`.execute(db);
  await insertSearchEntry(db, 'person_search', person, [text, fold(row.works_at), facts]);
  await db
    .updateTable('person')
    .set({ name_order: sortKeyOf(`${row.name} ${row.surname}`) })
    .where('id', '=', person)
    .execute();
}

/** Facts are words of the index, so that rare ones are found without scanning everyone. */
const AVATAR = 'avatar';

/** The words of a place, each as a token that no number or typed word is equal to. */
function placeTokens(kind: 'region' | 'city', name = ''): string[] {
  return fold(name)
    .split(' ')
    .filter(Boolean)
    .map((word) => `in${kind}${word}`);
}

function factsOf(of: Record<'country' | 'region' | 'city' | 'relationships', number | undefined>): string[] {
  const { country, region, city, relationships } = of;
  return Object.entries({ country, region, city, relationships }).flatMap(([fact, value]) =>
    value !== undefined && value > 0 ? `${fact}${value}` : [],
  );
}

/** Undefined if no full-text condition applies, null if nothing can match. */
function expressionOf(search: PeopleSearch): string | null | undefined {
  const parts: string[] = [];
  for (const [column, words] of [
    ['text', search.query],
    ['works', search.works],
  ] as const) {
    if (words === undefined || words.trim() === '') continue;
    const match = ftsQueryOf(words);
    if (match === null) return null;
    parts.push(`${column} : (${match})`);
  }
  const facts = [...factsOf(search), ...(search.avatar ? [AVATAR] : [])].map((fact) => `"${fact}"`);
  for (const kind of ['region', 'city'] as const) {
    const name = search[`${kind}Native`] ?? '';
    const tokens = placeTokens(kind, name);
    if (name.trim() !== '' && tokens.length === 0) return null;
    facts.push(...tokens.map((token) => `"${token}"*`));
  }
  if (facts.length > 0) parts.push(`facts : (${facts.join(' AND ')})`);
  return parts.length === 0 ? undefined : parts.join(' AND ');
}

async function listInOrder(db: Db, search: PeopleSearch): Promise<{ id: number }[]> {
  const { present, limit, offset } = search;
  const byName = search.sort === 2;
  const order = byName
    ? sql`person.name_order, person.id`
    : sql`person.friends + person.followers DESC, person.id DESC`;
  // Without the hint SQLite would sort everyone instead of reading one page from the index.
  const from =
    present === undefined
      ? sql`person INDEXED BY ${sql.raw(byName ? 'person_name' : 'person_popular')}`
      : sql`json_each(${JSON.stringify(present)}) AS present CROSS JOIN person ON person.id = present.value`;
  const { rows } = await sql<{ id: number }>`
    SELECT person.id FROM ${from} WHERE ${visibleTo(search)}
    ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}
  `.execute(db);
  return rows;
}

async function findMatching(db: Db, search: PeopleSearch, match: string): Promise<{ id: number }[]> {
  const { query = '', limit, offset } = search;
  const tag = query.trim().replace(/^@/, '').toLowerCase();
  const popular = sql`popularity DESC, id DESC`;
  const orders = [
    query.trim() === '' ? popular : sql`(link = ${tag}) DESC, score, ${popular}`,
    popular,
    sql`name_order, id`,
  ];
  const isPresent =
    search.present === undefined
      ? sql`TRUE`
      : sql`person.id IN (SELECT value FROM json_each(${JSON.stringify(search.present)}))`;
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM (
      SELECT person.id, person.link, person.name_order, person.friends + person.followers AS popularity,
        ${searchRank(db, 'person_search', match, [1, 0, 0])} AS score
      FROM person_search CROSS JOIN person ON person.id = person_search.rowid
      WHERE ${matchesSearch(db, 'person_search', match)} AND ${visibleTo(search)} AND ${isPresent}
      ORDER BY person_search.rowid DESC LIMIT ${searchValue(db, CANDIDATES)}
    ) AS matches
    ORDER BY ${orders[search.sort] ?? popular} LIMIT ${limit} OFFSET ${offset}
  `.execute(db);
  return rows;
}

/**
 * SQL condition: a person allows being found, is not banned or removed, no block separates them from the viewer, and
 * they are not the viewer.
 */
function visibleTo({ viewer, avatar, strangers, present }: PeopleSearch): RawBuilder<unknown> {
  const conditions = [
    sql`person.search_state = 1 AND person.ban = 0 AND person.deleted = 0 AND person.id <> ${viewer}`,
    sql`NOT EXISTS (SELECT 1 FROM block WHERE block.person_id = ${viewer} AND block.target_id = person.id)`,
    sql`NOT EXISTS (SELECT 1 FROM block WHERE block.person_id = person.id AND block.target_id = ${viewer})`,
  ];
  if (strangers) {
    conditions.push(sql`NOT EXISTS (SELECT 1 FROM relation
      WHERE relation.person_id = ${viewer} AND relation.target_id = person.id AND relation.friends = 1)`);
  }
  if (present !== undefined) conditions.push(sql`person.online_type IN (0, 3)`);
  if (avatar) {
    conditions.push(sql`(person.view_avatar_state = 0 OR (person.view_avatar_state = 1 AND EXISTS (
      SELECT 1 FROM relation
      WHERE relation.person_id = ${viewer} AND relation.target_id = person.id AND relation.friends = 1)))`);
  }
  return sql.join(conditions, sql` AND `);
}
