import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { randomFrom } from '../../electron/demo/script/random';
import { FolderHost } from '../support/hosts/folder-host';
import { endPrograms, startProgram, type Program } from '../support/program';
import { sha256 } from './upload-device';

/** How often a process is killed; KILLS=200 sets another number. */
const KILLS = Number(process.env['KILLS'] ?? 4);

test('no stored upload is lost or changed, and each is stored once, wherever the program is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-killed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'outbox.db');
  const host = new FolderHost(join(folder, 'host'));
  const random = randomFrom(Number(process.env.SEED ?? 1));
  const running: Program[] = [];
  onTestFinished(() => endPrograms(running));
  const stored = new Map<string, string>();
  for (let kill = 0; kill <= KILLS; kill++) {
    const program = startProgram(process.execPath, [
      '--import',
      join(import.meta.dirname, '..', 'network', 'register.ts'),
      join(import.meta.dirname, 'killed-uploads.ts'),
      ...[file, join(folder, 'host'), String(1 + kill * 1000)],
    ]);
    running.push(program);
    // The first line says that everything is sent.
    await program.line(kill === KILLS ? 0 : Math.floor(random() * 12));
    // Within what follows the line.
    for (let turns = Math.floor(random() * 200); turns > 0; turns--) await new Promise(setImmediate);
    program.process.kill('SIGKILL');
    await program.ended;
    for (const line of program.said) {
      const [what, key = '', hash = ''] = line.split(' ');
      expect(what).not.toBe('refused');
      if (what === 'stored') stored.set(key, hash);
    }
  }
  expect(stored.size).toBeGreaterThan(KILLS);
  const last = (key: string) => Number(key.slice('upload-'.length)) > KILLS * 1000;
  for (const [key, hash] of stored)
    if (!last(key)) expect([key, sha256(readFileSync(host.doneAt(key)))]).toEqual([key, hash]);
  const done = readdirSync(join(folder, 'host', 'done'));
  // One that was stored may not have been said to be.
  expect(done.length).toBeGreaterThanOrEqual([...stored.keys()].filter((key) => !last(key)).length);
});
