import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Question, Report } from './processes/watch';

/** The folder of the built bench; this module is part of it. */
const BUILT = import.meta.dirname;
const PROGRAM = join(BUILT, '..', 'main', 'serve.js');
/** What `npm run serve` gives Node. */
const SERVE_FLAGS = ['--max-semi-space-size=16'];
const WATCH = ['--import', pathToFileURL(join(BUILT, 'watch.js')).href];
const PATIENCE_MS = 60_000;

/** A process under measurement. */
export interface Measured {
  url: string;
  /** Milliseconds from its start until it reported that it is ready. */
  startedIn: number;
  /** Starts measuring the event loop delay. */
  begin: () => void;
  report: () => Promise<Report>;
  stop: () => Promise<void>;
}

/** Starts the program as `npm run serve` does. With `profile` it writes a CPU profile to that folder when it ends. */
export function startProgram(data: string, profile?: string): Promise<Measured> {
  const profiling = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  return start(
    PROGRAM,
    ['--data', data, '--port', '0', '--log', 'warn'],
    [...SERVE_FLAGS, ...WATCH, ...profiling],
  );
}

/** Starts the program on a PostgreSQL database, with a folder for content. */
export function startPostgresHost(database: string, data: string): Promise<Measured> {
  return start(
    PROGRAM,
    ['--database', database, '--data', data, '--port', '0', '--log', 'warn'],
    [...SERVE_FLAGS, ...WATCH],
  );
}

/** Copies the community of a data folder into an empty PostgreSQL database, and its content into another folder. */
export async function importIntoPostgres(database: string, from: string, data: string): Promise<void> {
  const argv = ['--database', database, '--data', data, '--import', from, '--log', 'warn'];
  const [code] = (await once(
    fork(PROGRAM, argv, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }),
    'exit',
  )) as [number];
  if (code !== 0) throw new Error(`the import ended with ${code}`);
}

/** Starts bare Fastify on a PostgreSQL database. */
export function startPostgresFloor(database: string): Promise<Measured> {
  return start(join(BUILT, 'floor-postgres.js'), [database], WATCH);
}

/** Starts a floor: `bare` without a database, or `floor` on a data folder. */
export function startFloor(data?: string): Promise<Measured> {
  return data === undefined
    ? start(join(BUILT, 'bare.js'), [], WATCH)
    : start(join(BUILT, 'floor.js'), [data], WATCH);
}

/** A standby under measurement. */
export interface MeasuredStandby {
  /** Resolves when nothing is behind for the first time. */
  inStep: Promise<void>;
  /** Ends the process and deletes its folder. */
  stop: () => Promise<void>;
}

/** Starts a standby in a new folder, with the link of a host. */
export function startStandby(link: string): MeasuredStandby {
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-bench-standby-'));
  const argv = ['--data', folder, '--log', 'warn', '--standby', link];
  const child = fork(PROGRAM, argv, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  const failed = ended.then(() => Promise.reject(new Error('the standby ended')));
  failed.catch(() => undefined);
  const inStep = Promise.race([once(child.stdout!, 'data'), failed]).then(() => undefined);
  const stop = async () => {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { inStep, stop };
}

/** A helper process of the benchmark. */
export interface Worker<Job, Result> {
  do: (job: Job) => Promise<Result>;
  stop: () => void;
}

/** Starts one of the benchmark's helper processes by name. */
export function startWorker<Job, Result>(
  name: 'appending' | 'bytes' | 'drain' | 'load' | 'pages' | 'probe' | 'replica' | 'sockets' | 'xmpp',
): Worker<Job, Result> {
  const child = fork(join(BUILT, `${name}.js`), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const asked = new Map<number, PromiseWithResolvers<Result>>();
  let count = 0;
  child.on('message', ({ id, result, error }: { id: number; result?: Result; error?: string }) => {
    const one = asked.get(id);
    asked.delete(id);
    if (error === undefined) one?.resolve(result as Result);
    else one?.reject(new Error(error));
  });
  child.on('exit', (code) => {
    for (const one of asked.values()) one.reject(new Error(`${name} ended with ${code}`));
  });
  return {
    do: (job) => {
      const one = Promise.withResolvers<Result>();
      asked.set(++count, one);
      child.send({ id: count, job });
      return one.promise;
    },
    stop: () => child.disconnect(),
  };
}

async function start(file: string, argv: string[], execArgv: string[]): Promise<Measured> {
  const begun = performance.now();
  const child = fork(file, argv, { execArgv, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const url = await readyUrl(child);
  const startedIn = performance.now() - begun;
  const ask = (question: Question) => void child.send(question);
  return {
    url,
    startedIn,
    begin: () => ask('begin'),
    report: async () => {
      const answer = once(child, 'message') as Promise<[Report]>;
      ask('report');
      return (await answer)[0];
    },
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

function readyUrl(child: ChildProcess): Promise<string> {
  const ready = Promise.withResolvers<string>();
  const late = setTimeout(() => ready.reject(new Error('a process did not become ready')), PATIENCE_MS);
  let said = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    const url = /ready at (\S+)\n/.exec(said)?.[1];
    if (url !== undefined) ready.resolve(url);
  });
  child.on('exit', (code) => ready.reject(new Error(`a process ended with ${code} before it was ready`)));
  return ready.promise.finally(() => clearTimeout(late));
}
