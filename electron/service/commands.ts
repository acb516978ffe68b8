import { preparedOne } from '../database/prepared';
import type { Db } from '../database/open';

export interface StoredCommand {
  name: string;
  hash: Buffer;
  result: Buffer;
}

interface NewCommand extends StoredCommand {
  person: number;
  key: Buffer;
  now: number;
}

const find = preparedOne((db, argument: { person: number; key: Buffer }) =>
  db
    .selectFrom('command')
    .select(['name', 'hash', 'result'])
    .where('person_id', '=', argument.person)
    .where('key', '=', argument.key),
);

/** The first answer to a person's command, by the SHA-256 of its key. */
export function findCommand(db: Db, person: number, key: Buffer): Promise<StoredCommand | undefined> {
  return find(db, { person, key });
}

/** Keeps the answer to a command for 30 days. */
export async function insertCommand(db: Db, command: NewCommand): Promise<void> {
  const { person, key, name, hash, result, now } = command;
  await insert(db, { person, key, name, hash, result, now });
}

/** How many commands are forgotten at once. */
const STEP = 500;

/** Forgets some commands from before a time; says whether more may be left. */
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
          .limit(STEP)
          .$asTuple('person_id', 'key'),
      ),
    )
    .executeTakeFirst();
  return numDeletedRows === BigInt(STEP);
}

const insert = preparedOne(
  (db, argument: { person: number; key: Buffer; name: string; hash: Buffer; result: Buffer; now: number }) =>
    db.insertInto('command').values({
      person_id: argument.person,
      key: argument.key,
      name: argument.name,
      hash: argument.hash,
      result: argument.result,
      created_at: argument.now,
    }),
);
