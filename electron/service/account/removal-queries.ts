import { sql } from 'kysely';
import { STRICTEST_PRIVACY } from '../../../shared/privacy';
import type { Db } from '../../database/open';
import { deleteDraftsOf } from '../dialogs/draft-queries';
import { deleteFoldersOf } from '../dialogs/folder-queries';
import { deleteCommandsOf } from '../idempotency/use-queries';
import { deleteImports } from '../importing/queries';
import { deleteHeardOf } from '../files/heard-queries';
import { unfollowThreadsOf } from '../messages/threads/thread-queries';
import { deleteFollowsOf } from '../music/follow-queries';
import { deletePlaylistsOf } from '../music/playlist-queries';
import { unindexTracksOf } from '../music/track-queries';
import { adjustTargetCounts } from '../people/count-queries';
import { unindexItemsOf } from '../search/item-queries';
import { deletePacksOf } from '../stickers/queries';
import { deleteScheduledOf } from '../scheduling/queries';

/** Returns the longest-standing administrator, who would inherit the community. */
export async function findCommunityHeir(db: Db): Promise<number | undefined> {
  const heir = await db
    .selectFrom('person')
    .select('id')
    .where('role', '=', 'admin')
    .where('role', '<>', sql.lit('member'))
    .where('ban', '=', 0)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return heir?.id;
}

/** Whether anyone but one person is in the community. */
export async function hasOtherMembers(db: Db, person: number): Promise<boolean> {
  const other = await db
    .selectFrom('person')
    .select('id')
    .where('ban', '=', 0)
    .where('deleted', '=', 0)
    .where('id', '<>', person)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Deletes all relations and blocks of a person, and updates the counts of the others. Returns the others' IDs. */
export async function deleteRelations(
  db: Db,
  person: number,
): Promise<{ followed: number[]; followers: number[] }> {
  await adjustTargetCounts(db, person, -1);
  const outgoing = await db
    .deleteFrom('relation')
    .where('person_id', '=', person)
    .returning('target_id as id')
    .execute();
  const incoming = await db
    .deleteFrom('relation')
    .where('target_id', '=', person)
    .returning('person_id as id')
    .execute();
  await db.deleteFrom('block').where('person_id', '=', person).execute();
  await db.deleteFrom('block').where('target_id', '=', person).execute();
  return { followed: outgoing.map((row) => row.id), followers: incoming.map((row) => row.id) };
}

/**
 * Deletes a person's notifications, and those of others about the person's friend requests. Returns the others' IDs.
 * Mentions and gifts stay.
 */
export async function deleteNotifications(db: Db, person: number): Promise<number[]> {
  await db.deleteFrom('notification').where('person_id', '=', person).execute();
  await db.deleteFrom('notified').where('person_id', '=', person).execute();
  const rows = await db
    .deleteFrom('notification')
    .where('user_id', '=', person)
    .where('type', 'in', ['new_friend_request', 'accept_friend_request'])
    .returning('person_id')
    .execute();
  return rows.map((row) => row.person_id);
}

/** Returns a person's email address, and a new one they have requested. */
export async function listAddresses(db: Db, person: number): Promise<string[]> {
  const own = await db.selectFrom('person').select('email').where('id', '=', person).execute();
  const requested = await db
    .selectFrom('code')
    .select('data as email')
    .where('person_id', '=', person)
    .where('kind', '=', 'email')
    .execute();
  return [...own, ...requested].flatMap((row) => row.email ?? []);
}

/** Deletes the stored emails to some addresses. Returns their IDs. */
export async function deleteLetters(db: Db, recipients: readonly string[]): Promise<number[]> {
  if (recipients.length === 0) return [];
  const rows = await db.deleteFrom('mail').where('recipient', 'in', recipients).returning('id').execute();
  return rows.map((row) => row.id);
}

/**
 * Deletes everything a person stored, received, claimed and all their commands. The sweep removes the content files.
 */
export async function deleteStoredContent(db: Db, person: number): Promise<void> {
  await unindexTracksOf(db, person);
  await unindexItemsOf(db, person);
  await deletePlaylistsOf(db, person);
  await deleteFollowsOf(db, person);
  await deleteHeardOf(db, person);
  await deletePacksOf(db, person);
  await db.deleteFrom('content').where('person_id', '=', person).execute();
  await db.deleteFrom('upload').where('person_id', '=', person).execute();
  await db.deleteFrom('gift').where('person_id', '=', person).execute();
  await db.deleteFrom('promo_claim').where('person_id', '=', person).execute();
  await deleteCommandsOf(db, person);
  await db.deleteFrom('removal').where('person_id', '=', person).execute();
  await deleteScheduledOf(db, person);
  await deleteFoldersOf(db, person);
  await deleteDraftsOf(db, person);
  await unfollowThreadsOf(db, person);
  await deleteImports(db, person);
}

/** Clears all columns of a person except the ID, to which messages and posts still refer. */
export async function anonymise(db: Db, person: number): Promise<void> {
  await sql`DELETE FROM person_search WHERE rowid = ${person}`.execute(db);
  await db
    .updateTable('person')
    .set({
      deleted: 1,
      email: null,
      email_reserve: '',
      password_hash: '',
      name: '',
      surname: '',
      name_order: '',
      link: '',
      status: '',
      about: '',
      emoji: '',
      avatar: 0,
      banner: 0,
      cosmetic_avatar: 0,
      sub: 0,
      creative: 0,
      verify: '',
      role: 'member',
      birthday: '',
      country: 0,
      region: 0,
      city: 0,
      city_native: '',
      region_native: '',
      website: '',
      works_at: '',
      languages: '[]',
      coins: 0,
      relationships: 0,
      online_type: 2,
      online_status: 'online',
      ...STRICTEST_PRIVACY,
      reports: 0,
      friends: 0,
      followers: 0,
      preferences: '{}',
      notifications_read_id: 0,
      last_been: 0,
      registered_at: 0,
      invited_by: 0,
      coins_day: 0,
    })
    .where('id', '=', person)
    .execute();
}
