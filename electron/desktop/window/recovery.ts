import { app, dialog, type WebContents } from 'electron';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Logger } from 'pino';
import { TOLD } from '../program/exit-codes';
import { programWords } from '../labels';

/** Shows a page anew whose process has broken down; one that does so again and again is given up, which is said. */
export function recoverPage(contents: WebContents, onrecovered: () => void, logger: Logger): void {
  const times: number[] = [];
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    logger.error({ reason, exitCode }, 'the page broke down');
    times.push(Date.now());
    if (times.length >= MOST && Date.now() - (times.at(-MOST) ?? 0) < WITHIN_MS) return giveUp();
    onrecovered();
    contents.reload();
  });
}

/**
 * Starts the program again when the service or anything else in it has broken down: what was written stays written. Once a
 * minute at most; `path` keeps when that was. Whether it was started for that reason just now.
 */
export function recoverProgram(path: string, logger: Logger): boolean {
  const before = lastBreakdown(path);
  const breakDown = (error: unknown) => {
    logger.fatal({ err: error }, 'the program broke down');
    if (Date.now() - before < WITHIN_MS) return giveUp();
    writeFileSync(path, String(Date.now()), { mode: 0o600 });
    app.relaunch();
    app.exit(1);
  };
  process.on('uncaughtException', breakDown);
  // A promise that nobody waited for breaks nothing: a page that was left while it loaded ends so.
  process.on('unhandledRejection', (error) => logger.error({ err: error }, 'something failed unheard'));
  return Date.now() - before < WITHIN_MS;
}

/** So many breakdowns within such a time are one too many. */
const MOST = 3;
const WITHIN_MS = 60_000;

function giveUp(): void {
  const { crashesTitle, crashes } = programWords();
  dialog.showErrorBox(crashesTitle, crashes);
  app.exit(TOLD);
}

/** Milliseconds since 1970; 0 for never. */
function lastBreakdown(path: string): number {
  try {
    return Number(readFileSync(path, 'utf8')) || 0;
  } catch {
    return 0;
  }
}
