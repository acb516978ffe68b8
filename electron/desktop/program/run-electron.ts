import { spawn } from 'node:child_process';

/** How the Electron process ended. */
export interface ElectronExit {
  code: number;
  /** The process was asked to stop: its exit code is no error. */
  wasStopped: boolean;
}

/**
 * Runs Electron until it exits; `env` is added to its environment. Only the first signal is forwarded: Electron then
 * closes its service, and a second one would kill Chromium. It has its own process group, so that Ctrl+C in the
 * terminal doesn't reach it directly.
 */
export function runElectron(
  binary: string,
  argv: string[],
  env: Record<string, string> = {},
): Promise<ElectronExit> {
  return new Promise((resolve) => {
    const electron = spawn(binary, argv, {
      stdio: 'inherit',
      env: { ...process.env, ...env },
      detached: process.platform !== 'win32',
    });
    let wasStopped = false;
    const stop = () => {
      if (!wasStopped) electron.kill();
      wasStopped = true;
    };
    const finish = (code: number | null) => {
      for (const signal of TERMINATION_SIGNALS) process.off(signal, stop);
      resolve({ code: code ?? (wasStopped ? 0 : 1), wasStopped });
    };
    for (const signal of TERMINATION_SIGNALS) process.on(signal, stop);
    electron.once('error', () => finish(1));
    electron.once('exit', (code) => finish(code));
  });
}

const TERMINATION_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
