/** A schema migration. Frozen once shipped: a mistake is fixed by a new migration. */
export interface Migration {
  name: string;
  sql: string;
}
