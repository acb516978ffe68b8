import { spawn } from 'node:child_process';

export interface Ending {
  code: number;
  /** Somebody wanted the end, and what ended it is no obstacle. */
  wasStopped: boolean;
}

/**
 * Runs the program of Electron until it ends; `env` is added to its environment. It closes its service before it ends, so it
 * hears of the first signal, and only of that: a second one would end Chromium at once. Ctrl+C, which the terminal sends to
 * all of its group, is kept from it by a group of its own.
 */
export function runProgram(
  binary: string,
  argv: string[],
  env: Record<string, string> = {},
): Promise<Ending> {
  return new Promise((resolve) => {
    const program = spawn(binary, argv, {
      stdio: 'inherit',
      env: { ...process.env, ...env },
      detached: process.platform !== 'win32',
    });
    let wasStopped = false;
    const stop = () => {
      if (!wasStopped) program.kill();
      wasStopped = true;
    };
    const end = (code: number | null) => {
      for (const signal of ENDING_SIGNALS) process.off(signal, stop);
      resolve({ code: code ?? (wasStopped ? 0 : 1), wasStopped });
    };
    for (const signal of ENDING_SIGNALS) process.on(signal, stop);
    program.once('error', () => end(1));
    program.once('exit', (code) => end(code));
  });
}

const ENDING_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
