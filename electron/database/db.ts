import type { Kysely } from 'kysely';
import type { Schema } from './schema';

/** The database handle of queries: a whole database or an open transaction; queries cannot tell which. */
export type Db = Kysely<Schema>;
