import { spawn } from 'node:child_process';

/** How a run of Electron ended. */
export interface ProgramExit {
  code: number;
  /** The program ended because it was asked to: its exit code is no error. */
  wasStopped: boolean;
}

/**
 * Runs Electron until it exits; `env` is added to its environment. It closes its service on the first signal, but a
 * second one would kill Chromium, so only the first is passed on, and its own process group keeps the terminal's
 * Ctrl+C away from it.
 */
export function runProgram(
  binary: string,
  argv: string[],
  env: Record<string, string> = {},
): Promise<ProgramExit> {
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
