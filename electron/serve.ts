import { join } from 'node:path';
import { chosenCommand } from './commands/chosen-command';
import { promote, serveUntilStopped } from './commands/hosting-commands';
import { restrictNewFiles } from './private-files';
import { loadSettings, printedInstead } from './settings/settings';
import { printError, printLine } from './commands/terminal';
import { startErrorOf } from './commands/start-error';

/**
 * The command `npm run serve`: the service for browsers and programs, without a window. Logs go to stderr. Exits with
 * 0 when stopped, 1 if it cannot start.
 */
async function main(): Promise<void> {
  restrictNewFiles();
  const argv = process.argv.slice(2);
  const printed = printedInstead(argv);
  if (printed !== null) return printLine(printed);
  const settings = loadSettings(argv, process.env);
  const pages = join(import.meta.dirname, '..', 'renderer');
  const command = chosenCommand(settings, pages);
  if (command) return command();
  const { host, port } = settings;
  if (settings.promote) await promote(settings, { host, port });
  await serveUntilStopped(settings, pages);
}

main().catch((error: unknown) => {
  printError(startErrorOf(error));
  process.exitCode = 1;
});
