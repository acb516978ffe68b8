import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Output } from '../../shared/contract';
import { endPrograms, startProgram, type Program } from '../support/program';
import { TestClock, testService } from '../support/service';

const PROGRAM = join(import.meta.dirname, '..', '..', 'out', 'main', 'serve.js');

let data = '';
let running: Program[] = [];

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'courtyard-restart-'));
  running = [];
});
afterEach(async () => {
  await endPrograms(running);
  rmSync(data, { recursive: true, force: true });
});

it('restarts into the restored backup by itself, in the same process and at the same address', async () => {
  const clock = new TestClock();
  // The program runs by the real clock, after which these sessions would have ended long ago.
  clock.advance(Math.floor(Date.now() / 1000) - clock.seconds);
  const t = await testService({ data, clock });
  const [ann] = await t.people('Ann');
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
  const backup = await ann.call('admin.createBackup', {});
  await ann.call('dialogs.send', { dialog_id, text: 'Written since' });
  await t.service.close();

  const served = startProgram(process.execPath, [PROGRAM, '--port', '0'], {
    env: { COURTYARD_DATA: data, COURTYARD_CAPTCHA_COST: '1', COURTYARD_QUIET: '1' },
  });
  running.push(served);
  const ask = async <T>(line: number, path: string, body?: object): Promise<T> => {
    const url = (await served.line(line)).replace('Courtyard is ready at ', '');
    const headers = { token: ann.session.token ?? '', 'content-type': 'application/json' };
    const request = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    return (await (await fetch(url + path, request)).json()) as T;
  };
  await ask(0, '/admin/restore/check', { source: 'local', name: backup.Name });
  const checked = () => ask<Output<'admin.restore'>>(0, '/admin/restore');
  await expect.poll(async () => (await checked()).Checked?.Lost.Messages, { timeout: 30_000 }).toBe(1);
  const { Restarts } = await ask<Output<'admin.restore'>>(0, '/admin/restore', { made: backup.Timestamp });
  expect(Restarts).toBe(true);
  const { Last } = await ask<Output<'admin.restore'>>(1, '/admin/restore');
  expect([Last?.Outcome, Last?.Backup]).toEqual(['restored', backup.Timestamp]);
  expect(await served.line(1)).toBe(await served.line(0));
  expect(served.process.exitCode).toBeNull();
});
