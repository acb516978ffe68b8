import { afterAll, expect } from 'vitest';
import { countCreatedDatabases } from '../databases/databases';

/** A file that uses no database of the server repeats what the project `service` has shown already. */
const before = countCreatedDatabases();
afterAll(() => expect(countCreatedDatabases(), 'databases of PostgreSQL').toBeGreaterThan(before));
