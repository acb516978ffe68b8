import { app, dialog } from 'electron';
import { printError } from '../../commands/terminal';
import { startErrorOf } from '../../commands/start-error';
import { EXIT_ERROR_ALREADY_SHOWN } from './exit-codes';

/** Shows why the program cannot start, and exits. */
export async function exitWithStartError(error: unknown): Promise<void> {
  const sentence = startErrorOf(error);
  printError(sentence);
  // On Linux dialogs cannot be shown earlier. A dialog, because someone who clicked an icon sees no stderr.
  await app.whenReady();
  dialog.showErrorBox('Courtyard cannot start', sentence);
  app.exit(EXIT_ERROR_ALREADY_SHOWN);
}
