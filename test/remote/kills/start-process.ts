import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import type { GuestQuestion } from './guest-process';

/** A running process of this folder. */
export interface TestProcess {
  /** Ends it as a power cut would. */
  kill: () => Promise<void>;
  /** Asks it something, and returns its answer. */
  ask: (question: GuestQuestion | 'quiet') => Promise<unknown>;
  /** Lets it close its files and end. */
  close: () => Promise<void>;
}

/**
 * Starts a script of this folder, on a simulated machine if `within` is its command, and waits until it is ready.
 * `onLine` receives what it writes then. It is killed when the test ends.
 */
export async function startProcess(
  script: string,
  words: readonly string[],
  onLine: (line: string) => void = () => undefined,
  within: readonly [command: string, words: readonly string[]] = ['env', []],
): Promise<TestProcess> {
  const argv = [
    ...within[1],
    process.execPath,
    '--import',
    REGISTER,
    join(import.meta.dirname, script),
    ...words,
  ];
  const program: ChildProcess = spawn(within[0], argv, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const ended = once(program, 'exit');
  const kill = async () => {
    program.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  const lines = createInterface(program.stdout!);
  const died = ended.then(() => Promise.reject(new Error(`${script} ended`)));
  died.catch(() => undefined);
  await Promise.race([once(lines, 'line'), died]);
  lines.on('line', onLine);
  const ask: TestProcess['ask'] = async (question) => {
    const answered = once(program, 'message') as Promise<[{ answer?: unknown }]>;
    program.send(question);
    return (await Promise.race([answered, died]))[0].answer;
  };
  return {
    kill,
    ask,
    close: async () => {
      await ask('close');
      await ended;
    },
  };
}

const REGISTER = join(import.meta.dirname, '..', '..', 'network', 'register.ts');
