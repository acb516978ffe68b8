import { expect, test } from 'vitest';
import { connect, migrate } from '../../electron/database/open';
import { privacyColumns } from '../../shared/privacy';

test('a migration adds a column to person for each privacy setting', () => {
  const database = connect(':memory:');
  migrate(database);
  const columns = database.prepare("SELECT name FROM pragma_table_info('person')").pluck().all();
  expect(columns).toEqual(expect.arrayContaining(privacyColumns));
  database.close();
});
