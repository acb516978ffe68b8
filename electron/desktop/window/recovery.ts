import { app, dialog, type WebContents } from 'electron';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Logger } from 'pino';
import { EXIT_ERROR_ALREADY_SHOWN } from '../program/exit-codes';
import { relaunchAfterExit } from '../program/quitting';
import { programLabels } from '../labels';

/** Reloads a page whose process crashed. After repeated crashes a message is shown and the program exits. */
export function recoverPage(contents: WebContents, onRecovered: () => void, logger: Logger): void {
  const times: number[] = [];
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    logger.error({ reason, exitCode }, 'the page process crashed');
    times.push(Date.now());
    if (times.length >= MAX_CRASHES && Date.now() - (times.at(-MAX_CRASHES) ?? 0) < CRASH_WINDOW_MS)
      return giveUp();
    onRecovered();
    contents.reload();
  });
}

/**
 * Restarts the program after a crash of its main process, at most once a minute; `path` stores the time of the last
 * crash. Returns whether the program was just restarted.
 */
export function recoverProgram(path: string, logger: Logger): boolean {
  const before = lastCrashTime(path);
  const crash = (error: unknown) => {
    logger.fatal({ err: error }, 'the program crashed');
    if (Date.now() - before < CRASH_WINDOW_MS) return giveUp();
    // On a full disk a program that crashes while it starts would restart for ever.
    if (!storeCrashTime(path) && process.uptime() * 1000 < CRASH_WINDOW_MS) return giveUp();
    relaunchAfterExit();
    app.exit(1);
  };
  process.on('uncaughtException', crash);
  // An unhandled rejection is harmless, for example of a page that was left while loading.
  process.on('unhandledRejection', (error) => logger.error({ err: error }, 'unhandled promise rejection'));
  return Date.now() - before < CRASH_WINDOW_MS;
}

/** The limit: this many crashes within this many milliseconds. */
const MAX_CRASHES = 3;
const CRASH_WINDOW_MS = 60_000;

function giveUp(): void {
  const { crashesTitle, crashes } = programLabels();
  dialog.showErrorBox(crashesTitle, crashes);
  app.exit(EXIT_ERROR_ALREADY_SHOWN);
}

/** Returns whether it could be stored. */
function storeCrashTime(path: string): boolean {
  try {
    writeFileSync(path, String(Date.now()), { mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}

/** Milliseconds since 1970; 0 if never. */
function lastCrashTime(path: string): number {
  try {
    return Number(readFileSync(path, 'utf8')) || 0;
  } catch {
    return 0;
  }
}
