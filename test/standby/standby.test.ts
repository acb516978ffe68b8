import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DATABASE_FILE } from '../../electron/database/open';
import { expectSound } from '../faults/community';
import { contentsOf, hashOfDatabase, machines, pair, stateWhen } from './machines';

test('a standby becomes a copy of the host, and after both have stopped the databases are equal', async () => {
  const m = await machines();
  const { program, url } = await m.startHost();
  await m.load.run(url, { messages: 80, files: 3, backups: 0 });
  const { standby } = await pair(m, url);
  expect(standby.said[0]).toBe('Standby is in step with Courtyard');
  await m.load.run(url, { messages: 80, files: 3, backups: 0 });
  const state = await stateWhen(m, url, ({ State, Behind }) => State === 'in_step' && Behind === 0);
  expect(state.Durable).toBeGreaterThan(0);

  program.process.kill('SIGTERM');
  expect(await program.ended).toBe(0);
  standby.process.kill('SIGTERM');
  expect(await standby.ended).toBe(0);
  expect(contentsOf(m.copy)).toEqual(contentsOf(m.community.data));
  expect(hashOfDatabase(m.copy)).toBe(hashOfDatabase(m.community.data));
  expectSound(join(m.copy, DATABASE_FILE));
});
