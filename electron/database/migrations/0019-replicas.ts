import type { Migration } from './migration';

/** Lists the followers of a person in the order of their IDs, which stays the same while a replica reads page after page. */
export const replicas: Migration = {
  name: '0019-replicas',
  sql: `CREATE INDEX relation_by_target ON relation (target_id, person_id);`,
};
