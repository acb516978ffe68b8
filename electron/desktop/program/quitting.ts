import { app, session } from 'electron';
import type { Logger } from 'pino';

/** Delays quitting until the services have closed their files. */
export function closeBeforeQuit(close: () => Promise<unknown>, logger: Logger): void {
  let isClosing = false;
  app.on('before-quit', () => (quits = true));
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (isClosing) return;
    isClosing = true;
    // Chromium writes pages' storage with a delay of seconds; a fresh sign-in would be lost.
    session.defaultSession.flushStorageData();
    const timer = setTimeout(() => app.exit(1), CLOSE_TIMEOUT_MS);
    close().then(
      () => {
        clearTimeout(timer);
        app.exit(0);
      },
      (error: unknown) => {
        logger.error({ err: error }, 'closing the services failed');
        app.exit(1);
      },
    );
  });
}

/** Whether the program is quitting: its window is really closed then. */
export function isQuitting(): boolean {
  return quits;
}

/** Quits the program and starts it again, unless the person stays on pages that ask. */
export function restartProgram(): void {
  cancelQuit();
  app.once('will-quit', relaunchAfterExit);
  app.quit();
}

/** The person stays: the program goes on, and a later quit only quits. */
export function cancelQuit(): void {
  quits = false;
  app.off('will-quit', relaunchAfterExit);
}

/**
 * Lets the program start again once it has exited: an AppImage by its own file, whose mounted program is gone by then.
 */
export function relaunchAfterExit(): void {
  const image = process.env['APPIMAGE'];
  app.relaunch(image === undefined ? {} : { execPath: image, args: process.argv.slice(1) });
}

let quits = false;

/** Milliseconds the services may take to close. */
const CLOSE_TIMEOUT_MS = 4_000;
