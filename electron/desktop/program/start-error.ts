import { app, dialog } from 'electron';
import { printError } from '../../commands/terminal';
import { startErrorOf } from '../../commands/start-error';
import { EXIT_ERROR_ALREADY_SHOWN } from './exit-codes';

/** Shows why the program cannot start, and exits. */
export async function exitWithStartError(error: unknown): Promise<void> {
  const message = startErrorOf(error);
  printError(message);
  // Someone who clicked an icon sees no stderr. On Linux dialogs cannot be shown before the app is ready.
  await app.whenReady();
  dialog.showErrorBox('Courtyard cannot start', message);
  app.exit(EXIT_ERROR_ALREADY_SHOWN);
}
