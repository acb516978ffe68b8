import type { Database } from 'better-sqlite3';
import { firstIdentifierOf } from '../../electron/service/identifiers';
import { BEGIN, dialogId, messageId, personId, seedPeople, withSeed } from './seed';

/**
 * A community in which the number of members and of dialogs differs: one dialog of 1,000 people, who are also in
 * dialogs of ten, 100 people with 2,000 dialogs and 100 with one. Each dialog has one message.
 */
export const CROWD = 1000;
export const READERS_OF_EACH = 100;
const TENS = CROWD / 10;
const ROOMS = 2000;
const DIALOGS = 1 + TENS + ROOMS;

/** Indexes of people: those with 2,000 dialogs, and those with one. */
export const busyPeople = Array.from({ length: READERS_OF_EACH }, (_, index) => CROWD + index);
export const calmPeople = busyPeople.map((index) => index + READERS_OF_EACH);

/** Returns the dialog of ten that one of the thousand is in; the dialog of all of them is number 0. */
export function dialogOfTen(person: number): number {
  return 1 + Math.floor(person / 10);
}

/** Creates that community in a folder. */
export function seedCrowds(folder: string): Promise<void> {
  return withSeed(folder, (raw, now) => {
    raw.transaction(() => {
      seedPeople(raw, now, CROWD + 2 * READERS_OF_EACH);
      seedDialogs(raw);
    })();
    return messageId(DIALOGS);
  });
}

function seedDialogs(raw: Database): void {
  const dialog = raw.prepare(
    `INSERT INTO dialog (id, type, name, owner_id, members, active_at, created_at, last_message_id)
     VALUES (?, 'group', ?, ?, ?, ?, ?, ?)`,
  );
  const member = raw.prepare(
    'INSERT INTO member (dialog_id, person_id, id, role, joined_at, read_id) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const message = raw.prepare(
    'INSERT INTO message (dialog_id, id, author_id, text, created_at, is_plain) VALUES (?, ?, ?, ?, ?, 1)',
  );
  const place = raw.prepare('INSERT INTO message_place (id, dialog_id) VALUES (?, ?)');
  let membership = firstIdentifierOf(BEGIN + 2);
  for (let index = 0; index < DIALOGS; index++) {
    const people = membersOf(index);
    const [id, owner, last] = [dialogId(index), personId(people[0] ?? 0), messageId(index)];
    dialog.run(id, `Dialog ${index}`, owner, people.length, BEGIN, BEGIN, last);
    for (const person of people) member.run(id, personId(person), ++membership, 'member', BEGIN, last);
    message.run(id, last, owner, 'Welcome', BEGIN);
    place.run(last, id);
  }
}

function membersOf(dialog: number): number[] {
  if (dialog === 0) return Array.from({ length: CROWD }, (_, index) => index);
  if (dialog <= TENS) return Array.from({ length: 10 }, (_, index) => (dialog - 1) * 10 + index);
  return dialog === DIALOGS - 1 ? [...busyPeople, ...calmPeople] : busyPeople;
}
