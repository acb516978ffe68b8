import { afterAll, expect } from 'vitest';
import { countCreatedDatabases } from '../databases/databases';
import { countDatabaseUses } from '../databases/lasting-databases';

/** A file that uses no database of the server repeats what the project `service` has shown already. */
const countUsed = () => countCreatedDatabases() + countDatabaseUses();
const before = countUsed();
afterAll(() => expect(countUsed(), 'databases of PostgreSQL').toBeGreaterThan(before));
