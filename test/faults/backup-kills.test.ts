import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { findBackupInFolder } from '../../electron/backup/folder/folder-search';
import { listRepository } from '../../electron/backup/folder/repository';
import { restoreBackup } from '../../electron/backup/restore';
import { randomFrom } from '../../electron/demo/script/random';
import { DATABASE_FILE } from '../../electron/database/open';
import { untilThere } from '../support/waiting';
import { endPrograms, type Program } from '../support/program';
import { expectSound, makeCommunity, startHost, type Community } from './community';
import { report, scaled, TIMEOUT } from './scale';

const KILLS = scaled(3, 60);
const PASSPHRASE = 'correct horse battery';

const root = mkdtempSync(join(tmpdir(), 'courtyard-backup-kills-'));
const [data, folder] = [join(root, 'data'), mkdtempSync(join(root, 'folder-'))];
const running: Program[] = [];

afterEach(async () => {
  await endPrograms(running);
  rmSync(root, { recursive: true, force: true });
});

test(
  'every backup stays whole when the host is killed while it makes the next',
  { timeout: TIMEOUT },
  async () => {
    const community = await makeCommunity(data, 1);
    const random = randomFrom(11);
    let before: string[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const { program, call } = await start(community);
      await uploadFile(call, `file ${kill}`.repeat(100_000));
      if (kill % 5 === 0) await finishBackup(call);
      else await call('POST', '/admin/backup/folder/run');
      await new Promise((resolve) => setTimeout(resolve, random() * 1500));
      program.process.kill('SIGKILL');
      await program.ended;
      before = expectWhole(before);
    }
    const { program, call } = await start(community);
    await finishBackup(call);
    program.process.kill('SIGTERM');
    await program.ended;
    expectWhole(before);
    const there = join(root, 'there');
    const options = { askPassphrase: () => Promise.resolve(PASSPHRASE) };
    const { missing } = await restoreBackup(there, folder, Math.floor(Date.now() / 1000), options);
    expect(missing).toEqual([]);
    expectSound(join(there, DATABASE_FILE));
    report({
      fault: 'kill -9 during a backup to a folder',
      cases: KILLS,
      result: 'no earlier backup lost or harmed',
    });
  },
);

/** Expects a backup as new as before, and that each has all contents. Returns the names of all. */
function expectWhole(before: readonly string[]): string[] {
  const repository = findBackupInFolder(folder, null)?.repository ?? '';
  const names = listRepository(repository).map(({ name }) => name);
  // Of one day only the newest is kept.
  expect((names[0] ?? '') >= (before[0] ?? '')).toBe(true);
  const contents = new Map(
    readdirSync(join(repository, 'content'), { recursive: true, encoding: 'utf8' }).map((path) => [
      path.split('/').at(-1),
      path,
    ]),
  );
  for (const name of names) {
    const list = readFileSync(join(repository, 'backups', name, 'contents'), 'utf8')
      .trim()
      .split('\n');
    expect(list.filter((object) => object !== '' && !contents.has(object))).toEqual([]);
  }
  return names;
}

type Call = (method: string, path: string, body?: FormData) => Promise<Record<string, unknown>>;

async function start({ tokens }: Community): Promise<{ program: Program; call: Call }> {
  const { program, url } = await startHost(data, {
    COURTYARD_BACKUP_FOLDER: folder,
    COURTYARD_BACKUP_PASSPHRASE: PASSPHRASE,
  });
  running.push(program);
  const call: Call = async (method, path, body) => {
    const key = createHash('sha256').update(`${path} ${performance.now()}`).digest('hex').slice(0, 32);
    const headers = { token: tokens[0] ?? '', ...(method !== 'GET' && { 'idempotency-key': key }) };
    const answer = await fetch(url + path, { method, headers, ...(body && { body }) });
    const value = (await answer.json()) as Record<string, unknown>;
    if (answer.status !== 200) throw new Error(`${answer.status}: ${JSON.stringify(value)}`);
    return value;
  };
  return { program, call };
}

async function uploadFile(call: Call, text: string): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([text]), 'file.txt');
  await call('POST', '/files', form);
}

async function finishBackup(call: Call): Promise<void> {
  const earlier = (await call('GET', '/admin/backup/folder'))['LastGood'];
  await call('POST', '/admin/backup/folder/run');
  await untilThere(async () => {
    const { LastGood, Progress, Failure } = await call('GET', '/admin/backup/folder');
    if (Progress === null && Failure !== '') throw new Error(String(Failure));
    return Progress === null && LastGood !== earlier;
  });
}
