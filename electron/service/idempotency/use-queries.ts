import { sql } from 'kysely';
import { preparedOne } from '../../database/prepared';
import type { Db } from '../../database/open';

/** How many commands of each person are stored, by day, so that limits are checked without reading them. */

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
 * Returns how many commands of a person are stored and the size of their answers in bytes: in total, and recently,
 * which is today and yesterday (UTC).
 */
export async function findCommandUse(db: Db, person: number, now: number) {
  const row = await storedUse(db, { person, since: dayOf(now) - 1 });
  return {
    items: row?.items ?? 0,
    bytes: row?.bytes ?? 0,
    recentItems: row?.recent_items ?? 0,
    recentBytes: row?.recent_bytes ?? 0,
  };
}

/** How much is stored of a person's commands. */
export type CommandUse = Awaited<ReturnType<typeof findCommandUse>>;

const count = preparedOne((db, argument: { person: number; day: number; bytes: number }) =>
  db
    .insertInto('command_use')
    .values({ person_id: argument.person, day: argument.day, items: 1, bytes: argument.bytes })
    .onConflict((conflict) =>
      conflict.columns(['person_id', 'day']).doUpdateSet((eb) => ({
        items: eb('command_use.items', '+', 1),
        bytes: eb('command_use.bytes', '+', eb.ref('excluded.bytes')),
      })),
    ),
);

/** Counts a stored command, and the size of its answer in bytes. */
export async function countStored(
  db: Db,
  { person, now, bytes }: { person: number; now: number; bytes: number },
): Promise<void> {
  await count(db, { person, day: dayOf(now), bytes });
}

/** A deleted command, with the size of its answer. */
interface DeletedCommand {
  person_id: number;
  created_at: number;
  bytes: number;
}

/** Takes deleted commands out of the counts. */
export async function countDeleted(db: Db, commands: readonly DeletedCommand[]): Promise<void> {
  const uses = Map.groupBy(commands, ({ person_id, created_at }) => `${person_id} ${dayOf(created_at)}`);
  for (const deleted of uses.values()) {
    const [{ person_id, created_at } = { person_id: 0, created_at: 0 }] = deleted;
    const bytes = deleted.reduce((sum, command) => sum + command.bytes, 0);
    const use = { person: person_id, day: dayOf(created_at), items: deleted.length, bytes };
    await subtractUse(db, use);
    await deleteEmptyUse(db, { person: use.person, day: use.day });
  }
}

const subtractUse = preparedOne(
  (db, argument: { person: number; day: number; items: number; bytes: number }) =>
    db
      .updateTable('command_use')
      .set((eb) => ({ items: eb('items', '-', argument.items), bytes: eb('bytes', '-', argument.bytes) }))
      .where('person_id', '=', argument.person)
      .where('day', '=', argument.day),
);

const deleteEmptyUse = preparedOne((db, argument: { person: number; day: number }) =>
  db
    .deleteFrom('command_use')
    .where('person_id', '=', argument.person)
    .where('day', '=', argument.day)
    .where('items', '<=', 0),
);

function dayOf(time: number): number {
  return Math.floor(time / DAY);
}

const DAY = 24 * 3600;

/** Deletes all commands of a person. */
export async function deleteCommandsOf(db: Db, person: number): Promise<void> {
  await db.deleteFrom('command').where('person_id', '=', person).execute();
  await db.deleteFrom('command_use').where('person_id', '=', person).execute();
}
