import { sql } from 'kysely';
import type { DialogRole } from '../../../shared/contract/records';
import type { Db } from '../../database/open';
import { prepared, preparedOne } from '../../database/prepared';
import { deleteDraftsIn } from './draft-queries';
import { deleteFolderItemsOf } from './folder-queries';
import { unfollowThreadsOf } from '../messages/threads/thread-queries';
import { deleteScheduledIn, deleteScheduledOf } from '../scheduling/queries';
import { deleteRemovalsFrom } from './removal-queries';

/** IDs only grow, whatever the clock does. */
const latestActivity = sql`max(dialog.last_message_id, dialog.id)`;

const ofPerson = (db: Db, person: number) =>
  db
    .selectFrom('member')
    .innerJoin('dialog', 'dialog.id', 'member.dialog_id')
    .select('dialog.id')
    .where('member.person_id', '=', person);

const dialogsOfPerson = prepared((db, argument: { person: number }) =>
  ofPerson(db, argument.person).orderBy(latestActivity, 'desc'),
);

const firstDialogsOfPerson = prepared((db, argument: { person: number; limit: number }) =>
  ofPerson(db, argument.person)
    .orderBy('member.archived')
    .orderBy('member.pinned_at', 'desc')
    .orderBy(latestActivity, 'desc')
    .limit(argument.limit),
);

const member = preparedOne((db, argument: { dialog: number; person: number }) =>
  db
    .selectFrom('member')
    .selectAll()
    .where('dialog_id', '=', argument.dialog)
    .where('person_id', '=', argument.person),
);

const members = prepared((db, argument: { dialog: number; limit: number; offset: number }) =>
  db
    .selectFrom('member')
    .selectAll()
    .where('dialog_id', '=', argument.dialog)
    .orderBy('id')
    .limit(argument.limit)
    .offset(argument.offset),
);

const privateDialog = preparedOne((db, argument: { low: number; high: number }) =>
  db
    .selectFrom('dialog')
    .select('id')
    .where('low_id', '=', argument.low)
    .where('high_id', '=', argument.high)
    .where('low_id', '>', sql.lit(0)),
);

export interface NewDialog {
  id: number;
  type: 'group' | 'channel' | 'private';
  name: string;
  description: string;
  private: 0 | 1;
  topic: number;
  country: number;
  avatar: number;
  owner_id: number;
  low_id: number;
  high_id: number;
  now: number;
}

/** Returns the IDs of a person's dialogs, latest activity first. */
export async function listDialogIds(db: Db, person: number): Promise<number[]> {
  return (await dialogsOfPerson(db, { person })).map((row) => row.id);
}

/** Returns the IDs of the first dialogs in a person's list: pinned ones in their order first, archived ones last. */
export async function listFirstDialogIds(db: Db, person: number, limit: number): Promise<number[]> {
  return (await firstDialogsOfPerson(db, { person, limit })).map((row) => row.id);
}

/** Returns a membership, or undefined. */
export function findMember(db: Db, dialog: number, person: number) {
  return member(db, { dialog, person });
}

/** Returns memberships in order of joining. */
export function listMembers(db: Db, dialog: number, limit: number, offset: number) {
  return members(db, { dialog, limit, offset });
}

/** A stored membership. */
export type MemberRow = Awaited<ReturnType<typeof listMembers>>[number];

/** Returns the people who are members of a dialog, in no order. */
export async function listMemberIds(db: Db, dialog: number): Promise<number[]> {
  const rows = await db.selectFrom('member').select('person_id').where('dialog_id', '=', dialog).execute();
  return rows.map((row) => row.person_id);
}

/** Returns the private dialog of two people. */
export async function findPrivateDialog(db: Db, first: number, second: number): Promise<number | undefined> {
  return (await privateDialog(db, { low: Math.min(first, second), high: Math.max(first, second) }))?.id;
}

export async function insertDialog(db: Db, { now, ...dialog }: NewDialog): Promise<void> {
  await db
    .insertInto('dialog')
    .values({
      ...dialog,
      name_order: '',
      link: '',
      verify: 0,
      members: 0,
      last_message_id: 0,
      furthest_read_id: 0,
      furthest_reader_id: 0,
      other_read_id: 0,
      active_at: now,
      created_at: now,
    })
    .execute();
}

/** Adds a member who has read everything up to `readId`. */
export async function insertMember(
  db: Db,
  member: {
    dialog: number;
    person: number;
    id: number;
    role: Exclude<DialogRole, ''>;
    readId: number;
    now: number;
  },
): Promise<void> {
  const { dialog, person, id, role, readId, now } = member;
  await db
    .insertInto('member')
    .values({
      dialog_id: dialog,
      person_id: person,
      id,
      role,
      joined_at: now,
      start_id: readId,
      read_id: readId,
      muted: 0,
      muted_until: 0,
      pinned_at: 0,
      archived: 0,
    })
    .execute();
  await db
    .updateTable('dialog')
    .set((eb) => ({ members: eb('members', '+', 1) }))
    .where('id', '=', dialog)
    .execute();
}

/** Deletes a membership, and what the person has scheduled for the dialog. */
export async function deleteMember(db: Db, dialog: number, person: number): Promise<void> {
  await deleteScheduledOf(db, person, dialog);
  await deleteFolderItemsOf(db, dialog, person);
  await deleteDraftsIn(db, dialog, person);
  await unfollowThreadsOf(db, person, dialog);
  await db.deleteFrom('member').where('dialog_id', '=', dialog).where('person_id', '=', person).execute();
  await db
    .updateTable('dialog')
    .set((eb) => ({ members: eb('members', '-', 1) }))
    .where('id', '=', dialog)
    .execute();
}

/** How a member lists a dialog. */
export interface OwnDialogSettings {
  muted?: 0 | 1;
  muted_until?: number;
  pinned_at?: number;
  archived?: 0 | 1;
}

export async function updateMember(
  db: Db,
  dialog: number,
  person: number,
  change: { role?: Exclude<DialogRole, ''>; silenced_until?: number } & OwnDialogSettings,
): Promise<void> {
  await db
    .updateTable('member')
    .set(change)
    .where('dialog_id', '=', dialog)
    .where('person_id', '=', person)
    .execute();
}

/** Returns who would inherit a dialog: its first admin, or else its first member. */
export async function findHeir(db: Db, dialog: number, leaving: number): Promise<number | undefined> {
  const first = (role: 'admin' | 'member') =>
    db
      .selectFrom('member')
      .select('person_id')
      .where('dialog_id', '=', dialog)
      .where('role', '=', role)
      .where('person_id', '<>', leaving)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
  return (await first('admin'))?.person_id ?? (await first('member'))?.person_id;
}

/** Whether a person owns the maximum number of groups and channels. */
export async function ownsMaxDialogs(db: Db, person: number, limit: number): Promise<boolean> {
  const rows = await db
    .selectFrom('dialog')
    .select('id')
    .where('owner_id', '=', person)
    .where('owner_id', '>', sql.lit(0))
    .limit(limit)
    .execute();
  return rows.length >= limit;
}

export interface DialogChanges {
  name?: string;
  description?: string;
  topic?: number;
  country?: number;
  avatar?: number;
  private?: 0 | 1;
  link?: string;
  owner_id?: number;
}

export async function updateDialog(db: Db, dialog: number, change: DialogChanges): Promise<void> {
  await db.updateTable('dialog').set(change).where('id', '=', dialog).execute();
}

/** Returns the group that everyone joins by registering, unless it was removed. */
export function findCommons(db: Db) {
  return (
    db
      .selectFrom('community')
      .innerJoin('dialog', 'dialog.id', 'community.commons_id')
      .select(['dialog.id', 'dialog.type', 'dialog.name', 'dialog.members', 'dialog.last_message_id'])
      // A removed dialog has no members.
      .where('dialog.members', '>', 0)
      .executeTakeFirst()
  );
}

/** Returns the dialog that has a tag. */
export async function findLinkOwner(db: Db, link: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('dialog')
    .select('id')
    .where('link', '=', link)
    .where('link', '<>', sql.lit(''))
    .executeTakeFirst();
  return row?.id;
}

/** Closes a dialog for everyone at once; maintenance clears its messages in batches. */
export async function closeDialog(db: Db, dialog: number): Promise<void> {
  await db.deleteFrom('member').where('dialog_id', '=', dialog).execute();
  await db.deleteFrom('invite').where('dialog_id', '=', dialog).execute();
  await deleteRemovalsFrom(db, dialog);
  await deleteScheduledIn(db, dialog);
  await deleteFolderItemsOf(db, dialog);
  await deleteDraftsIn(db, dialog);
  await sql`DELETE FROM dialog_search WHERE rowid = ${dialog}`.execute(db);
  await db
    .updateTable('dialog')
    .set({ private: 1, link: '', low_id: 0, high_id: 0, owner_id: 0, members: 0, type: 'group' })
    .where('id', '=', dialog)
    .execute();
  await db.insertInto('closed_dialog').values({ id: dialog }).execute();
}
