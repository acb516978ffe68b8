import { app, session } from 'electron';
import type { Logger } from 'pino';

/** Delays quitting until the services have closed their files. */
export function closeBeforeQuit(close: () => Promise<unknown>, logger: Logger): void {
  let isClosing = false;
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

/** Quits the program and starts it again. */
export function restartProgram(): void {
  relaunchAfterExit();
  app.quit();
}

/** Lets the program start again once it has exited: an AppImage by its own file, whose mounted program is gone by then. */
export function relaunchAfterExit(): void {
  const image = process.env['APPIMAGE'];
  app.relaunch(image === undefined ? {} : { execPath: image, args: process.argv.slice(1) });
}

/** Milliseconds the services may take to close. */
const CLOSE_TIMEOUT_MS = 4_000;
