import { expect, test } from 'vitest';
import { testService } from '../support/service';

test('backups and copies are left to the tools of PostgreSQL, and the host says so', async () => {
  const { people } = await testService();
  const [ann] = await people('Ann');
  expect(await ann.call('admin.backupFolder', {})).toMatchObject({ ByDatabase: true, Choosable: false });
  expect(await ann.call('admin.backups', {})).toEqual([]);
  expect(await ann.call('admin.standby', {})).toMatchObject({ State: 'none', ByDatabase: true });
  const refused = await ann.refused('admin.createBackup', {});
  expect([refused.code, refused.message]).toEqual(['conflict', expect.stringContaining('PostgreSQL')]);
});
