import Database from 'better-sqlite3';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DATABASE_FILE } from '../../electron/database/open';
import { between, randomFrom } from '../../electron/demo/script/random';
import { expectSound, keyOf } from '../faults/community';
import { DatabaseCopy } from '../../electron/standby/copy/database-copy';
import { readRecord, StandbyFolder } from '../../electron/standby/copy/standby-folder';
import { report, scaled, TIMEOUT } from '../faults/scale';
import type { Program } from '../support/program';
import { contentsOf, hashOfDatabase, machines, pair, stateWhen } from './machines';

/** How often host, standby or both are killed; KILLS=100 sets another number. */
const KILLS = Number(process.env['KILLS'] ?? scaled(3, 100));
const SENDERS = 4;

test(
  'what was durable is on the standby after kills at random points, and its copy is sound',
  { timeout: TIMEOUT },
  async () => {
    const m = await machines();
    const random = randomFrom(11);
    let host = await m.startHost();
    const { standby: first, link } = await pair(m, host.url);
    let standby = first;
    let messages = 0;
    let copies = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const answered = new Map<string, number>();
      const target = between(5, 60, random);
      let isOver = false;
      const send = async () => {
        while (!isOver) {
          const key = `message-${messages++}`;
          const { status, body } = await m.load.message(host.url, key);
          if (status === 200) answered.set(key, body.ID ?? 0);
        }
      };
      const senders = Array.from({ length: SENDERS }, send);
      let durable = 0;
      while (answered.size < target)
        durable = Math.max(durable, (await stateWhen(m, host.url, () => true)).Durable);
      const killed: Program[] = [[host.program], [standby], [host.program, standby]][kill % 3] ?? [];
      for (const { process: program } of killed) program.kill('SIGKILL');
      for (const { ended } of killed) await ended;
      isOver = true;
      await Promise.all(senders);

      if (killed.includes(standby)) {
        // What would be opened if it took over now.
        const taken = join(m.copy, `../taken-${copies++}`);
        cpSync(m.copy, taken, { recursive: true });
        await finish(taken);
        expectSound(join(taken, DATABASE_FILE));
        expect(lastEvent(taken)).toBeGreaterThanOrEqual(durable);
        rmSync(taken, { recursive: true });
        standby = m.startStandby(link);
      }
      if (killed.includes(host.program)) host = await m.startHost();
      await standby.line(0);
      await stateWhen(m, host.url, ({ State, Behind }) => State === 'in_step' && Behind === 0);
    }

    host.program.process.kill('SIGTERM');
    expect(await host.program.ended).toBe(0);
    standby.process.kill('SIGTERM');
    expect(await standby.ended).toBe(0);
    const { texts } = contentsOf(m.copy);
    expect(texts).toEqual(contentsOf(m.community.data).texts);
    const keys = texts.map(keyOf);
    expect(new Set(keys).size).toBe(keys.length);
    expect(hashOfDatabase(m.copy)).toBe(hashOfDatabase(m.community.data));
    expectSound(join(m.copy, DATABASE_FILE));
    report({
      fault: 'kill -9 of host, standby or both',
      cases: KILLS,
      result: `${messages} messages, nothing durable lost`,
    });
  },
);

/** Does what each start of a standby, and a take-over, does first. */
async function finish(path: string): Promise<void> {
  const folder = await StandbyFolder.reopen(path, readRecord(path)!);
  const copy = await DatabaseCopy.open(folder);
  await copy.position();
  await copy.close();
  await folder.close();
}

function lastEvent(folder: string): number {
  const raw = new Database(join(folder, DATABASE_FILE), { readonly: true });
  try {
    return raw.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'event'").pluck().get() as number;
  } finally {
    raw.close();
  }
}
