import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { untilThere } from '../waiting';

/** Holds the lock that every group of writes needs, as another process would. */
export async function lockCounter(url: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('BEGIN; SELECT seq FROM event_counter FOR UPDATE');
  return {
    /** Cancels every group that waits for the lock until some work has ended, and returns how. */
    cancelDuring: async <T>(work: Promise<T>): Promise<PromiseSettledResult<T>> => {
      let isOver = false;
      const ended = Promise.allSettled([work]).finally(() => (isOver = true));
      await untilThere(async () => {
        // A transaction sees the connections that there were when it first looked.
        await client.query(
          `SELECT pg_stat_clear_snapshot();
          SELECT pg_cancel_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
          WHERE NOT granted AND datname = current_database()`,
        );
        return isOver;
      });
      return (await ended)[0];
    },
    /** Resolves when a group waits for the lock. */
    untilAwaited: () =>
      untilThere(async () => {
        const { rows } = await client
          .query(
            `SELECT pg_stat_clear_snapshot();
          SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()`,
          )
          .then((results) => (results as unknown as { rows: unknown[] }[])[1] ?? { rows: [] });
        return rows.length > 0;
      }),
    /** Does something before the lock is given up. */
    query: (statement: string, values: unknown[]) => client.query(statement, values),
    unlock: () => client.query('COMMIT'),
  };
}
