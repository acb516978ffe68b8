import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openPostgres } from '../../electron/database/postgres/open';
import { prepared } from '../../electron/database/prepared';
import { createDatabase, urlOfDatabase } from '../support/databases/databases';
import { lockCounter } from '../support/databases/locked-counter';

const insertPlace = prepared((db, argument: { id: number }) =>
  db.insertInto('message_place').values({ id: argument.id, dialog_id: 1 }),
);

test('a write fails with the error of a statement that it did not wait for, and the others are stored', async () => {
  const { writer, reader, close } = await openPostgres(
    urlOfDatabase(await createDatabase()),
    () => undefined,
  );
  onTestFinished(close);
  const { db } = writer;
  const goesOn = async () => {
    await insertPlace(db, { id: 1 });
    // The transaction is aborted by now.
    return db.selectFrom('message_place').selectAll().execute();
  };
  const results = await Promise.allSettled([
    writer.run(() => insertPlace(db, { id: 1 })),
    writer.run(() => insertPlace(db, { id: 1 })),
    writer.run(goesOn),
    writer.run(() => insertPlace(db, { id: 2 })),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  for (const result of results.slice(1, 3))
    expect(result).toMatchObject({ reason: { message: expect.stringContaining('duplicate key') as string } });
  const places = await reader.selectFrom('message_place').selectAll().orderBy('id').execute();
  expect(places.map(({ id }) => id)).toEqual([1, 2]);
});

const movePlaces = prepared((db, argument: { dialog: number }) =>
  db.updateTable('message_place').set({ dialog_id: argument.dialog }),
);

const setMeta = prepared((db, argument: { key: string }) =>
  db
    .insertInto('meta')
    .values({ key: argument.key, value: 'new' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: 'changed' })),
);

test('what a write does not wait for is sent as one statement where the order does not matter', async () => {
  const url = urlOfDatabase(await createDatabase());
  const { writer, close } = await openPostgres(url, () => undefined);
  onTestFinished(close);
  const { db } = writer;
  const stored = await writer.run(async () => {
    await insertPlace(db, { id: 1 });
    await setMeta(db, { key: 'one' });
    await insertPlace(db, { id: 2 });
    // Sees the new rows, so it is sent after them.
    await movePlaces(db, { dialog: 5 });
    await setMeta(db, { key: 'two' });
    await setMeta(db, { key: 'two' });
    return {
      places: await db.selectFrom('message_place').selectAll().orderBy('id').execute(),
      meta: await db
        .selectFrom('meta')
        .selectAll()
        .where('key', 'in', ['one', 'two'])
        .orderBy('key')
        .execute(),
    };
  });
  expect(stored).toEqual({
    places: [
      { id: 1, dialog_id: 5 },
      { id: 2, dialog_id: 5 },
    ],
    meta: [
      { key: 'one', value: 'new' },
      { key: 'two', value: 'changed' },
    ],
  });
  const { rows } = await writer.run(() =>
    sql<{ changes: number }>`
      SELECT (SELECT count(*) FROM regexp_matches(statement, '(insert into|update) "', 'g')) AS changes
      FROM pg_prepared_statements WHERE statement ~ '^(WITH|insert|update)' ORDER BY prepare_time`.execute(
      db,
    ),
  );
  expect(rows.map(({ changes }) => changes)).toEqual([3, 2, 1]);
});

test('writes go on after the beginning of a group was cancelled', async () => {
  const url = urlOfDatabase(await createDatabase());
  const { writer, close } = await openPostgres(url, () => undefined);
  onTestFinished(close);
  const counter = await lockCounter(url);
  const refused = await counter.cancelDuring(writer.run(() => insertPlace(writer.db, { id: 1 })));
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
  await counter.unlock();
  await writer.run(() => insertPlace(writer.db, { id: 2 }));
  const places = await writer.run(() => writer.db.selectFrom('message_place').select('id').execute());
  expect(places).toEqual([{ id: 2 }]);
});
