import { sql } from 'kysely';
import { preparedOne } from '../../database/prepared';
import type { Db } from '../../database/open';

/** What is stored of an answer: all of it, the ID with which to read it again, or nothing. */
export const ANSWER = { whole: 0, reread: 1, dropped: 2 } as const;

export type StoredCommand = {
  name: string;
  hash: Buffer;
  result: Buffer;
  form: (typeof ANSWER)[keyof typeof ANSWER];
};

type NewCommand = StoredCommand & { person: number; key: Buffer; now: number };

const find = preparedOne((db, argument: { person: number; key: Buffer }) =>
  db
    .selectFrom('command')
    .select(['name', 'hash', 'result', 'form'])
    .where('person_id', '=', argument.person)
    .where('key', '=', argument.key),
);

/** Returns a person's stored command by the SHA-256 of its key. */
export function findCommand(db: Db, person: number, key: Buffer): Promise<StoredCommand | undefined> {
  return find(db, { person, key });
}

/** Stores a command with its answer. */
export async function insertCommand(db: Db, command: NewCommand): Promise<void> {
  const { person, key, name, hash, result, form, now } = command;
  await insert(db, { person, key, name, hash, result, form, now });
}

const storedUse = preparedOne((db, argument: { person: number; since: number }) =>
  db
    .selectFrom('command_use')
    .select((eb) => [
      eb.fn.sum<number | null>('items').as('items'),
      eb.fn.sum<number | null>('bytes').as('bytes'),
      sql<number | null>`sum(iif(day >= ${argument.since}, items, 0))`.as('recent_items'),
      sql<number | null>`sum(iif(day >= ${argument.since}, bytes, 0))`.as('recent_bytes'),
    ])
    .where('person_id', '=', argument.person),
);

/**
 * Returns how many commands of a person are stored and the size of their answers in bytes: in total, and since a day.
 */
export async function findCommandUse(db: Db, person: number, since: number) {
  const row = await storedUse(db, { person, since });
  return {
    items: row?.items ?? 0,
    bytes: row?.bytes ?? 0,
    recentItems: row?.recent_items ?? 0,
    recentBytes: row?.recent_bytes ?? 0,
  };
}

/** Deletes some of a person's oldest commands from before a time. */
export async function deleteOldestCommands(
  db: Db,
  { person, before, limit }: { person: number; before: number; limit: number },
): Promise<void> {
  await db
    .deleteFrom('command')
    .where('person_id', '=', person)
    .where('key', 'in', (eb) =>
      eb
        .selectFrom('command as oldest')
        .select('oldest.key')
        .where('oldest.person_id', '=', person)
        .where('oldest.created_at', '<', before)
        .orderBy('oldest.created_at')
        .limit(limit),
    )
    .execute();
}

/** Commands deleted per transaction. */
const BATCH_SIZE = 500;

/** Deletes a batch of commands from before a time. Returns whether more may be left. */
export async function deleteOldCommands(db: Db, before: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('command')
    .where(({ eb, selectFrom, refTuple }) =>
      eb(
        refTuple('person_id', 'key'),
        'in',
        selectFrom('command')
          .select(['person_id', 'key'])
          .where('created_at', '<', before)
          .limit(BATCH_SIZE)
          .$asTuple('person_id', 'key'),
      ),
    )
    .executeTakeFirst();
  return numDeletedRows === BigInt(BATCH_SIZE);
}

const insert = preparedOne((db, argument: NewCommand) =>
  db.insertInto('command').values({
    person_id: argument.person,
    key: argument.key,
    name: argument.name,
    hash: argument.hash,
    result: argument.result,
    form: argument.form,
    created_at: argument.now,
  }),
);
