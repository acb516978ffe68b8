import { setTimeout as wait } from 'node:timers/promises';
import type { Output } from '../../shared/contract';
import type { Bench } from './measures';
import { startProgram, startStandby, type Measured } from './processes';
import { sending } from './requests';
import { tokenOf } from './seed';

/** Messages per second, on as many connections, as in a busy evening. */
const PACE = { perSecond: 50, inFlight: 8 };
/** How often the cost with and without the standby is measured, in turn. */
const TURNS = 3;
/** Both processes are still busy after a copy, and after the standby has come or gone. */
const SETTLING_MS = 1_000;

/**
 * Measures what a standby costs its host: processor time while fifty messages are sent in a second, how long the first copy
 * takes, and how long messages take meanwhile and while each waits until it is on the standby's disk.
 */
export async function measureStandby({ table, load, seconds, copy }: Bench): Promise<void> {
  const program = await startProgram(await copy());
  const { url } = program;
  const busy = () => load.do({ url, ...PACE, seconds, requests: sending() });
  await busy();

  const { Link } = (await asOwner(url, 'POST')) as Output<'admin.pairStandby'>;
  const begun = performance.now();
  const standby = startStandby(Link);
  try {
    const during = busy();
    await standby.inStep;
    table.note('standbyCopy', { ours: (performance.now() - begun) / 1000 });
    table.note('standbyCopyTail', { ours: (await during).p99 });
    for (let turn = 0; turn < TURNS; turn++) {
      await standby.pause();
      const alone = await costOf(program, busy);
      await standby.goOn();
      table.note('standbyCpu', { ours: await costOf(program, busy), floor: alone });
    }
    await asOwner(url, 'PATCH', { wait: true });
    table.note('standbyWaitTail', { ours: (await busy()).p99 });
  } finally {
    await standby.stop();
    await program.stop();
  }
}

/** The milliseconds of processor time that a process takes in a second of work. */
async function costOf(program: Measured, work: () => Promise<unknown>): Promise<number> {
  await wait(SETTLING_MS);
  const [before, begun] = [await program.report(), performance.now()];
  await work();
  const after = await program.report();
  return (after.cpu - before.cpu) / ((performance.now() - begun) / 1000);
}

async function asOwner(url: string, method: 'POST' | 'PATCH', body: object = {}): Promise<unknown> {
  const headers = { token: tokenOf(0), 'content-type': 'application/json' };
  const answer = await fetch(`${url}/admin/standby`, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} /admin/standby: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
