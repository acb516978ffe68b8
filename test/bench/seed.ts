import type { Database } from 'better-sqlite3';
import { createHash } from 'node:crypto';
import { fold } from '../../electron/database/folding';
import { searchToken } from '../../electron/database/search-tokens';
import { openStore } from '../../electron/database/open';
import { openCommunityIdentity } from '../../electron/service/community-identity';
import { demoDialogs } from '../../electron/demo/dialog-data';
import { demoPeople } from '../../electron/demo/people-data';
import { randomFrom } from '../../electron/demo/script/random';
import { firstIdentifierOf } from '../../electron/service/identifiers';
import { seedWalls } from './seed-walls';
import { textFrom } from './words';

/** The version of the seed; increase it when the seed changes for another reason than the schema. */
export const FORM = 7;

/**
 * A seeded community is the same each time: 1,000 people with a token each; one dialog with half of all messages
 * (`LARGE`, 100 members), one with everyone (`SQUARE`), and 200 groups of 100 members, with each person in 20 of them.
 * The texts, people and dialog names come from the demo community.
 */
export const PEOPLE = 1000;
export const LARGE = 0;
export const SQUARE = 1;
const GROUPS = 200;
const GROUP_MEMBERS = 100;
export const DIALOGS = 2 + GROUPS;

/** How many messages the small community has, in which the same is measured as in the large one. */
export const SMALL = 10_000;

/** Returns the identifier of a person by index. */
export function personId(index: number): number {
  return firstIdentifierOf(BEGIN) + 1 + index;
}

/** Returns the token of a person by index. */
export function tokenOf(index: number): string {
  return `y.${createHash('sha256').update(`bench ${index}`).digest('base64url')}`;
}

/** Returns the identifier of a dialog by index. */
export function dialogId(index: number): number {
  return firstIdentifierOf(BEGIN + 1) + 1 + index;
}

/** Returns the identifier of a message by its index among the messages of all dialogs. */
export function messageId(message: number): number {
  return firstIdentifierOf(timeOf(message)) + 1;
}

/** Returns the members of a dialog, as indexes of people. */
export function membersOf(dialog: number): number[] {
  if (dialog === SQUARE) return Array.from({ length: PEOPLE }, (_, index) => index);
  const first = dialog === LARGE ? 0 : dialog * (PEOPLE / GROUPS);
  return Array.from({ length: GROUP_MEMBERS }, (_, index) => (first + index) % PEOPLE);
}

/** Creates a community with this many messages in a folder, including the full-text index and the event log. */
export function seed(folder: string, messages: number): Promise<void> {
  return withSeed(folder, (raw, now, checkpoint) => {
    raw.exec(`INSERT INTO message_search (message_search, rank) VALUES ('hashsize', ${64 * 1024 * 1024})`);
    raw.transaction(() => seedPeople(raw, now, PEOPLE))();
    raw.transaction(() => seedDialogs(raw))();
    const last = seedMessages(raw, messages, checkpoint);
    raw.transaction(() => seedEvents(raw, messages))();
    const people = Array.from({ length: PEOPLE }, (_, index) => personId(index));
    const timeOfPost = (post: number) => timeOf(post * MESSAGES_A_POST);
    raw.transaction(() =>
      seedWalls(raw, { people, posts: messages / MESSAGES_A_POST, timeOf: timeOfPost }),
    )();
    mergeIndex(raw, 'message_search');
    mergeIndex(raw, 'post_search');
    raw.exec(`INSERT INTO message_search (message_search, rank) VALUES ('hashsize', ${1024 * 1024})`);
    raw.exec('UPDATE member SET read_id = (SELECT last_message_id FROM dialog WHERE id = member.dialog_id)');
    return last;
  });
}

/**
 * Fills a new data folder: `fill` gets its database, the time in Unix seconds and a function that shortens the log of
 * the database between batches, and returns the last identifier. Everything is read by everybody then.
 */
export async function withSeed(
  folder: string,
  fill: (raw: Database, now: number, checkpoint: () => void) => number,
): Promise<void> {
  const store = openStore(folder);
  const now = () => Math.floor(Date.now() / 1000);
  await openCommunityIdentity(store, now);
  const { raw } = store.writer;
  // Durability isn't needed: an interrupted seed is created again.
  raw.pragma('synchronous = OFF');
  raw.pragma('cache_size = -262144');
  raw.exec("UPDATE community SET setup_code = ''");
  const last = fill(raw, now(), () => store.checkpoint(BATCH_BYTES));
  raw.exec(`UPDATE dialog SET furthest_read_id = last_message_id, other_read_id = last_message_id,
    furthest_reader_id = (SELECT max(person_id) FROM member WHERE dialog_id = dialog.id)`);
  raw.prepare('UPDATE installation SET last_id = max(last_id, ?)').run(last);
  await store.close();
}

/** 2024-06-01 UTC; one message every 30 seconds from then on. */
export const BEGIN = Date.UTC(2024, 5, 1) / 1000;
const EVERY = 30;
const BATCH = 50_000;
const BATCH_BYTES = 64 * 1024 * 1024;
const EVENTS = 100_000;
/** There are fewer posts than messages. */
const MESSAGES_A_POST = 10;
/**
 * Complete merges until the index lies on the fifth level, as it does after a million single writes (16 to the fifth).
 */
const INDEX_MERGES = 3;
const REPLIES = 0.1;
const REACTIONS = 0.03;

function timeOf(message: number): number {
  return BEGIN + 100 + message * EVERY;
}

/** Creates as many people with a token each; the first one is the owner. */
export function seedPeople(raw: Database, now: number, count: number): void {
  const person = raw.prepare(
    `INSERT INTO person (id, email, password_hash, name, surname, name_order, link, role, last_been, registered_at)
     VALUES (?, ?, '', ?, ?, ?, ?, ?, ?, ?)`,
  );
  const token = raw.prepare(
    `INSERT INTO token (id, person_id, hash, kind, name, client, ip, created_at, last_been)
     VALUES (?, ?, ?, 'session', '', 'bench', '127.0.0.1', ?, ?)`,
  );
  const found = raw.prepare("INSERT INTO person_search (rowid, text, works, facts) VALUES (?, ?, '', '')");
  for (let index = 0; index < count; index++) {
    const id = personId(index);
    const { name, surname: family } = demoPeople[index % demoPeople.length] ?? { name: '', surname: '' };
    const surname = `${family} ${index}`;
    const role = index === 0 ? 'owner' : 'member';
    const order = `${name} ${surname}`.toLowerCase();
    person.run(id, `person${index}@example.org`, name, surname, order, `person_${index}`, role, now, BEGIN);
    found.run(id, fold(`${name} ${surname} person_${index}`));
    token.run(id, id, createHash('sha256').update(tokenOf(index)).digest(), BEGIN, now);
  }
}

/**
 * Merges a full-text index into one segment on the level where it is after so many single writes: on the first one it
 * would be merged again with the next few hundred. A complete merge of two segments lies deeper than both.
 */
function mergeIndex(raw: Database, table: 'message_search' | 'post_search'): void {
  const insert = raw.prepare(`INSERT INTO ${table} (rowid, text) VALUES (?, 'none')`);
  for (let merge = 1; merge <= INDEX_MERGES; merge++) {
    insert.run(merge);
    raw.exec(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', -1000000)`);
  }
}

function seedDialogs(raw: Database): void {
  const dialog = raw.prepare(
    `INSERT INTO dialog (id, type, name, owner_id, members, active_at, created_at) VALUES (?, 'group', ?, ?, ?, ?, ?)`,
  );
  const member = raw.prepare(
    'INSERT INTO member (dialog_id, person_id, id, role, joined_at) VALUES (?, ?, ?, ?, ?)',
  );
  let membership = firstIdentifierOf(BEGIN + 2);
  for (let index = 0; index < DIALOGS; index++) {
    const people = membersOf(index);
    const name = `${demoDialogs[index % demoDialogs.length]?.name || 'Dialog'} ${index}`;
    dialog.run(dialogId(index), name, personId(people[0] ?? 0), people.length, BEGIN, BEGIN);
    people.forEach((person, place) => {
      const role = place === 0 ? 'owner' : 'member';
      member.run(dialogId(index), personId(person), ++membership, role, BEGIN);
    });
  }
}

/** Creates the messages and returns the last identifier. */
function seedMessages(raw: Database, count: number, afterBatch: () => void): number {
  const random = randomFrom(2);
  const any = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const members = Array.from({ length: DIALOGS }, (_, index) => membersOf(index));
  const lasts = new Array<number>(DIALOGS).fill(0);
  const insert = messageInserter(raw);
  for (let from = 0; from < count; from += BATCH) {
    raw.transaction(() => {
      for (let message = from; message < Math.min(count, from + BATCH); message++) {
        const share = random();
        const dialog = share < 0.5 ? LARGE : share < 0.55 ? SQUARE : 2 + Math.floor(random() * GROUPS);
        const id = messageId(message);
        const people = members[dialog] ?? [];
        const replyTo = random() < REPLIES ? (lasts[dialog] ?? 0) : 0;
        const reactor = random() < REACTIONS ? personId(any(people)) : 0;
        const author = personId(any(people));
        insert({
          dialog: dialogId(dialog),
          id,
          author,
          text: textFrom(random),
          replyTo,
          at: timeOf(message),
          reactor,
        });
        lasts[dialog] = id;
      }
    })();
    afterBatch();
  }
  const touch = raw.prepare('UPDATE dialog SET last_message_id = ?, active_at = ? WHERE id = ?');
  lasts.forEach((last, dialog) => touch.run(last, timeOf(count), dialogId(dialog)));
  return messageId(count);
}

interface SeededMessage {
  dialog: number;
  id: number;
  author: number;
  text: string;
  replyTo: number;
  at: number;
  /** The person who reacted to the message; 0 for nobody. */
  reactor: number;
}

function messageInserter(raw: Database): (message: SeededMessage) => void {
  const insert = raw.prepare(
    'INSERT INTO message (dialog_id, id, author_id, text, reply_to, created_at, is_plain) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const place = raw.prepare('INSERT INTO message_place (id, dialog_id) VALUES (?, ?)');
  const index = raw.prepare('INSERT INTO message_search (rowid, dialog, text) VALUES (?, ?, ?)');
  const react = raw.prepare(
    "INSERT INTO reaction (message_id, emoji, person_id, created_at) VALUES (?, '👍', ?, ?)",
  );
  return ({ dialog, id, author, text, replyTo, at, reactor }) => {
    insert.run(dialog, id, author, text, replyTo, at, reactor > 0 ? 0 : 1);
    place.run(id, dialog);
    index.run(id, `${searchToken.dialog(dialog)} ${searchToken.author(author)}`, fold(text));
    if (reactor > 0) react.run(id, reactor, at);
  };
}

/** Stores the events of the last messages, as many as the service keeps. */
function seedEvents(raw: Database, messages: number): void {
  raw
    .prepare(
      `INSERT INTO event (type, scope_kind, scope_id, ref_kind, ref_id, actor_id, body, created_at)
       SELECT 'message', 'dialog', place.dialog_id, 'message', place.id, message.author_id, '{}', message.created_at
       FROM (SELECT * FROM message_place ORDER BY id DESC LIMIT ?) AS place
       JOIN message ON message.dialog_id = place.dialog_id AND message.id = place.id ORDER BY place.id`,
    )
    .run(Math.min(messages, EVENTS));
}
