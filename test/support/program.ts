import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** A running program and its output. */
export interface Program {
  process: ChildProcessByStdio<null, Readable, Readable>;
  /** Lines of stdout so far. */
  said: string[];
  /** Lines of stderr so far. */
  noted: string[];
  /** Its exit code, null if a signal ended it; resolves after all output was received. */
  ended: Promise<number | null>;
  /** Resolves with the stdout line at an index once it exists; fails if the program ends before. */
  line: (index: number) => Promise<string>;
  /** Resolves with the first stderr line that contains `words`; fails if the program ends before. */
  note: (words: string) => Promise<string>;
}

export interface ProgramOptions {
  cwd?: string;
  /** Its whole environment, apart from PATH and the folders of `quickFolders`. */
  env?: Record<string, string>;
}

/** Starts a program. */
export function startProgram(command: string, flags: string[], options: ProgramOptions = {}): Program {
  const program = spawn(command, flags, {
    ...(options.cwd !== undefined && { cwd: options.cwd }),
    env: { ...inherited(), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: hasGroups,
  });
  const said: string[] = [];
  const noted: string[] = [];
  const waiting = new Set<() => void>();
  createInterface(program.stdout).on('line', (line) => {
    said.push(line);
    for (const look of waiting) look();
  });
  createInterface(program.stderr).on('line', (line) => {
    noted.push(line);
    for (const look of waiting) look();
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    program.once('close', resolve);
    program.once('error', reject);
  });
  const seen = (find: () => string | undefined) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = find();
        if (found !== undefined) resolve(found);
      };
      waiting.add(look);
      void ended.then(() => reject(new Error(`it ended: ${noted.join('\n')}`)), reject);
      look();
    });
  return {
    process: program,
    said,
    noted,
    ended,
    line: (index) => seen(() => said[index]),
    note: (words) => seen(() => noted.find((line) => line.includes(words))),
  };
}

/** Ends the programs that still run, including their child processes, by force if necessary. */
export async function endPrograms(programs: readonly Program[]): Promise<void> {
  for (const { process: program, ended } of programs) {
    if (program.exitCode === null && program.signalCode === null) killAll(program);
    // A child that left the process group may still hold the pipes open.
    program.stdout.destroy();
    program.stderr.destroy();
    await ended;
  }
}

function inherited(): Record<string, string | undefined> {
  const { PATH, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return { PATH, TMPDIR, NODE_COMPILE_CACHE };
}

const hasGroups = process.platform !== 'win32';

function killAll(program: Program['process']): void {
  if (hasGroups && program.pid !== undefined) process.kill(-program.pid, 'SIGKILL');
  else program.kill('SIGKILL');
}
