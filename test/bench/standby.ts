import { setTimeout as wait } from 'node:timers/promises';
import type { Output } from '../../shared/contract';
import type { Bench } from './measures';
import { startProgram, startStandby, type Measured, type MeasuredStandby } from './processes';
import { sending } from './requests';
import { tokenOf } from './seed';

/** Messages per second, on as many connections, as in a busy evening. */
const PACE = { perSecond: 50, inFlight: 8 };
/** Copying a gigabyte takes about as many times as long as each other measure. */
const COPY_TIMES = 3;
/** How often the cost with and without the standby is measured, in turn. */
const TURNS = 3;
/** A process is at rest when it takes less than this share of a processor for so many milliseconds. */
const REST = { share: 0.1, ms: 1_000 };

/**
 * Measures what a standby costs its host: how long the first copy takes, and how long messages take meanwhile;
 * processor time while fifty messages are sent in a second, beside a host that never had a standby; and how long
 * messages take that wait until they are on the standby's disk.
 */
export async function measureStandby({ table, load, seconds, copy }: Bench): Promise<void> {
  const alone = await startProgram(await copy());
  const program = await startProgram(await copy());
  let standby: MeasuredStandby | null = null;
  try {
    const busy = ({ url }: Measured, times = 1) =>
      load.do({ url, ...PACE, seconds: times * seconds, requests: sending() });
    for (const host of [alone, program]) {
      await atRest(host);
      await busy(host);
    }
    const { Link } = (await asOwner(program.url, 'POST')) as Output<'admin.pairStandby'>;
    const begun = performance.now();
    standby = startStandby(Link);
    const during = busy(program, COPY_TIMES);
    await standby.inStep;
    table.note('standbyCopy', { ours: (performance.now() - begun) / 1000 });
    table.note('standbyCopyTail', { ours: (await during).p99 });

    for (let turn = 0; turn < TURNS; turn++) {
      const floor = await costOf(alone, busy);
      table.note('standbyCpu', { floor, ours: await costOf(program, busy) });
    }
    await asOwner(program.url, 'PATCH', { wait: true });
    table.note('standbyWaitTail', { ours: (await busy(program)).p99 });
  } finally {
    await standby?.stop();
    await Promise.all([alone.stop(), program.stop()]);
  }
}

/** The milliseconds of processor time that a host takes in a second of work. */
async function costOf(host: Measured, work: (host: Measured) => Promise<unknown>): Promise<number> {
  await atRest(host);
  const [before, begun] = [await host.report(), performance.now()];
  await work(host);
  const after = await host.report();
  return (after.cpu - before.cpu) / ((performance.now() - begun) / 1000);
}

/** Resolves once a process has little to do: after its start it checks its database, and after a copy its memory. */
async function atRest(host: Measured): Promise<void> {
  for (let cpu = Infinity, before = -Infinity; cpu - before > REST.share * REST.ms;) {
    before = (await host.report()).cpu;
    await wait(REST.ms);
    cpu = (await host.report()).cpu;
  }
}

async function asOwner(url: string, method: 'POST' | 'PATCH', body: object = {}): Promise<unknown> {
  const headers = { token: tokenOf(0), 'content-type': 'application/json' };
  const answer = await fetch(`${url}/admin/standby`, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} /admin/standby: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
