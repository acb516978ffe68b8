import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeRestoredWitness } from '../../../electron/backup/restored-witness';
import { DATABASE_FILE } from '../../../electron/database/open';
import type { Output } from '../../../shared/contract';
import { contentsOf, machines, pair, promote, stateWhen, urlOf } from '../machines';
import { witnessInProcess } from './in-process';

test('a community with a witness moves to its standby, whose host becomes the standby, and back', async () => {
  const m = await machines();
  const host = await m.startHost();
  const { standby } = await pair(m, host.url);
  const { Link } = await m.call<Output<'admin.pairWitness'>>(host.url, 'POST', '/admin/witness');
  await witnessInProcess(join(m.copy, '..', 'witness'), Link).ready;
  const isAutomatic = ({ Witness }: Output<'admin.standby'>) => Witness.Automatic;
  await stateWhen(m, host.url, isAutomatic);

  const second = promote(m, m.copy);
  await standby.ended;
  const url = urlOf(await second.line(0));
  await stateWhen(m, url, isAutomatic);
  expect((await m.load.message(url, 'message-1')).status).toBe(200);

  const first = promote(m, m.community.data);
  await host.program.ended;
  const back = urlOf(await first.line(0));
  await stateWhen(m, back, isAutomatic);
  expect((await m.load.message(back, 'message-2')).status).toBe(200);
  for (const program of [first, second]) {
    program.process.kill('SIGTERM');
    await program.ended;
  }
  expect(contentsOf(m.community.data).texts).toHaveLength(2);
  const database = join(m.community.data, DATABASE_FILE);
  expect([removeRestoredWitness(database), removeRestoredWitness(database)]).toEqual([true, false]);
});
