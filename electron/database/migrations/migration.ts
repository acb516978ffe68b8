/** A schema migration. Frozen once shipped: a mistake is fixed by a new migration. */
export interface Migration {
  name: string;
  sql: string;
  /** What only PostgreSQL needs, in its own words; run after the rest. */
  postgres?: string;
}
