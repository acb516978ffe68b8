import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { resetOwner } from '../../electron/commands/maintenance-commands';
import { openService } from '../../electron/service';
import { loadSettings } from '../../electron/settings/settings';
import { createDatabase, urlOfDatabase } from '../support/databases/databases';
import { TEST_SETTINGS, TestClock, testServiceOver } from '../support/service';

test('the code for a new owner password is for the owner in the database', async () => {
  const root = mkdtempSync(join(tmpdir(), 'courtyard-commands-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const data = join(root, 'data');
  const database = urlOfDatabase(await createDatabase());
  const open = () => openService({ data, database, settings: TEST_SETTINGS });
  const first = await open();
  const { email } = await testServiceOver(first, new TestClock()).person('Ada');
  await first.close();

  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await resetOwner(loadSettings(['--data', data, '--database', database, '--log', 'silent'], {}));
  const [, code = ''] = /with the code (\S+) until/.exec(String(write.mock.calls.at(-1)?.[0])) ?? [];
  write.mockRestore();

  const again = await open();
  onTestFinished(() => again.close());
  const t = testServiceOver(again, new TestClock());
  await t.open('account.resetConfirm', { code, password: 'second password' });
  expect(await t.open('account.login', { email, password: 'second password' })).toHaveProperty('token');
  expect(existsSync(join(data, 'courtyard.db'))).toBe(false);
});
