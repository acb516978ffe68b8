import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { availableParallelism, cpus } from 'node:os';
import { openData } from './data';
import { MEASURES, measureMemory, measureStarts, type Bench } from './measures';
import { startFloor, startProgram, startWorker } from './processes';
import { SMALL } from './seed';
import { Table } from './table';

/**
 * `npm run bench`: measures the built program against baselines ("floors"), and prints a table of ratios. The program
 * and its floor are measured in turn within each round, so that other load on the machine affects both.
 * `--peer prosody` adds another chat server, if it is installed.
 */
const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
    /** Names of the measures to run, separated by commas. */
    only: { type: 'string' },
    /** Another chat server that is measured in the same rounds. */
    peer: { type: 'string' },
    /** A folder for the program's CPU profile. */
    profile: { type: 'string' },
  },
});
const messages = Number(values.messages);
const rounds = Number(values.rounds);
const { peer: _, ...usual } = MEASURES;
const chosen = (values.only ?? ['start', 'memory', ...Object.keys(usual)].join(',')).split(',');
const unknown = chosen.filter((name) => !(name in MEASURES) && !['start', 'memory'].includes(name));
if (unknown.length) throw new Error(`There is no measure named ${unknown.join(' or ')}.`);
if (values.peer === 'prosody') chosen.push('peer');
else if (values.peer !== undefined)
  throw new Error(`There is no peer ${values.peer}: the only one is prosody.`);
/** A process that has little to do releases what its start took within half a minute. */
const SETTLING_MS = 30_000;

const say = (line: string) => void process.stderr.write(`${line}\n`);
const data = openData(say);
const table = new Table();
try {
  const folder = await data.copy(messages);
  if (chosen.includes('start')) {
    const empty = await data.copy(0);
    for (let round = 1; round <= rounds; round++) {
      say(`round ${round}: start`);
      await measureStarts(table, folder, empty);
    }
  }
  await measureRounds(folder);
} catch (error) {
  // The measurements so far are still printed.
  say(String(error));
  process.exitCode = 1;
} finally {
  data.remove();
}
const machine = `${availableParallelism()} cores (${cpus()[0]?.model}), shared by the server and its load on loopback`;
process.stdout.write(
  `\n${messages} messages, ${rounds} rounds, Node ${process.version}, ${machine}\n\n${table}\n`,
);

async function measureRounds(folder: string): Promise<void> {
  const program = await startProgram(await data.copy(messages), values.profile);
  const floor = await startFloor(await data.copy(messages));
  const small = await startProgram(await data.copy(SMALL));
  const workers = {
    load: startWorker('load') as Bench['load'],
    sockets: startWorker('sockets') as Bench['sockets'],
    bytes: startWorker('bytes') as Bench['bytes'],
    drain: startWorker('drain') as Bench['drain'],
    replica: startWorker('replica') as Bench['replica'],
    probe: startWorker('probe') as Bench['probe'],
    pages: startWorker('pages') as Bench['pages'],
    xmpp: startWorker('xmpp') as Bench['xmpp'],
  };
  const bench = {
    table,
    messages,
    seconds: Number(values.seconds),
    program,
    floor,
    small,
    folder,
    copy: (count = messages) => data.copy(count),
    copyCrowds: data.copyCrowds,
    ...workers,
  };
  try {
    await wait(SETTLING_MS);
    if (chosen.includes('memory')) await measureMemory('memoryIdle', bench);
    for (let round = 1; round <= rounds; round++) {
      for (const [name, measure] of Object.entries(MEASURES)) {
        if (!chosen.includes(name)) continue;
        say(`round ${round}: ${name}`);
        await measure(bench);
      }
    }
    if (chosen.includes('memory')) await measureMemory('memoryLoad', bench);
  } finally {
    for (const worker of Object.values(workers)) worker.stop();
    await Promise.all([program.stop(), floor.stop(), small.stop()]);
  }
}
