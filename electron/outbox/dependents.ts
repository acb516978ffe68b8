import type { AppError } from '../../shared/errors';
import type { outboxQueries } from './queries';
import { dependencyRefused } from './refusals';

type Queries = Pick<
  ReturnType<typeof outboxQueries>,
  'findDependents' | 'findRefusedWith' | 'markPending' | 'markRefused'
>;

/** Refuses the commands that refer to what a command makes, and those that refer to theirs. Returns their keys. */
export function refuseDependents(
  queries: Queries,
  key: string,
  { error, refusedWith }: { error: AppError; refusedWith: string | null },
): string[] {
  return queries.findDependents(key).flatMap((row) => {
    if (row.state === 'refused') return [];
    queries.markRefused(row.key, JSON.stringify(error.toBody()), refusedWith);
    const inherited = { error: dependencyRefused(), refusedWith: row.key };
    return [row.key, ...refuseDependents(queries, row.key, inherited)];
  });
}

/** Lets a command be sent, and those that were refused with it. */
export function markPendingWithDependents(queries: Queries, key: string): void {
  queries.markPending(key);
  for (const row of queries.findRefusedWith(key)) markPendingWithDependents(queries, row.key);
}
