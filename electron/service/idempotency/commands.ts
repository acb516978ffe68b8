import { sql } from 'kysely';
import { preparedOne } from '../../database/prepared';
import type { Db } from '../../database/open';
import type { Writer } from '../../database/writer';
import { countDeleted, countStored } from './use-queries';

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

/**
 * Returns a stored command after the writes that are queued now; undefined also where the database accepts no writes,
 * so that a failure which led here stays the one that is reported.
 */
export async function findCommandInTurn(
  writer: Writer,
  { person, key }: { person: number; key: Buffer },
): Promise<StoredCommand | undefined> {
  return writer.run(() => findCommand(writer.db, person, key)).catch(() => undefined);
}

/** Stores a command with its answer, and counts it. */
export async function insertCommand(db: Db, command: NewCommand): Promise<void> {
  const { person, key, name, hash, result, form, now } = command;
  await insert(db, { person, key, name, hash, result, form, now });
  await countStored(db, { person, now, bytes: result.length });
}

/**
 * Deletes a person's commands from before a time among `many` of them: those that follow a key, which goes on from the
 * last to the first. Keys are random, so that writes with one key after another find all of them without an index by
 * time.
 */
export async function deleteOldAfter(
  db: Db,
  { person, key, before, many }: { person: number; key: Buffer; before: number; many: number },
): Promise<void> {
  const query = db
    .selectFrom('command')
    .select(['key', ...DELETED_COLUMNS])
    .where('person_id', '=', person)
    .orderBy('key');
  const following = await query.where('key', '>', key).limit(many).execute();
  const first = await query
    .where('key', '<', key)
    .limit(many - following.length)
    .execute();
  const old = [...following, ...first].filter(({ created_at }) => created_at < before);
  if (old.length === 0) return;
  const keys = old.map((command) => command.key);
  await db.deleteFrom('command').where('person_id', '=', person).where('key', 'in', keys).execute();
  await countDeleted(db, old);
}

const DELETED_COLUMNS = ['person_id', 'created_at', sql<number>`length(result)`.as('bytes')] as const;

/** Commands deleted per transaction. */
const BATCH_SIZE = 500;

/** Deletes a batch of commands from before a time. Returns whether more may be left. */
export async function deleteOldCommands(db: Db, before: number): Promise<boolean> {
  const deleted = await db
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
    .returning(DELETED_COLUMNS)
    .execute();
  await countDeleted(db, deleted);
  return deleted.length === BATCH_SIZE;
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
