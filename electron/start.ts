import { join } from 'node:path';
import open from 'open';
import { chosenCommand } from './commands/chosen-command';
import { promote, serveUntilStopped } from './commands/hosting-commands';
import { electronFolder, fetchBinary, findBinary } from './desktop/program/electron-binary';
import { EXIT_ERROR_ALREADY_SHOWN } from './desktop/program/exit-codes';
import { runElectron } from './desktop/program/run-electron';
import { restrictNewFiles, withUsersUmask } from './private-files';
import { loadSettings, printedInstead } from './settings/settings';
import { printError, printLine } from './commands/terminal';
import { startErrorOf } from './commands/start-error';

/**
 * The command `npm start`: opens the desktop window or, if that is not possible, serves the community and opens the
 * browser. Accepts the flags of `npm run serve`.
 */
async function main(): Promise<void> {
  const argv = process.argv.slice(2);
  const printed = printedInstead(argv);
  if (printed !== null) return printLine(printed);
  const settings = loadSettings(argv, process.env);
  const pages = join(import.meta.dirname, '..', 'renderer');
  const command = chosenCommand(settings, pages);
  if (command) {
    restrictNewFiles();
    return command();
  }
  if (settings.promote) await promote(settings);
  const obstacle = await startWindow(argv);
  if (obstacle === null) return;
  // Only after the window has failed: its program needs the person's own umask.
  restrictNewFiles();
  printError(`${obstacle}: Courtyard is served to the browser instead.`);
  await serveUntilStopped(settings, pages, ({ url, setupUrl }) => {
    if (hasDisplay()) void openBrowser(setupUrl ?? url);
  });
}

/** Runs the window until it is closed and adopts its exit code. Returns the reason if no window can be opened. */
async function startWindow(argv: string[]): Promise<string | null> {
  if (!hasDisplay()) return 'There is no display here';
  const folder = electronFolder();
  if (folder === null) return 'Electron is not installed';
  const binary = findBinary(folder) ?? (await fetchBinary(folder, FETCH_TIMEOUT_MS));
  if (binary === null)
    return 'The Electron binary could not be downloaded (npx install-electron tries again)';
  const began = performance.now();
  const { code, wasStopped } = await runElectron(binary, [root, ...argv]);
  const isEarly = performance.now() - began < OPEN_TIMEOUT_MS;
  if (isEarly && !wasStopped && code !== 0 && code !== EXIT_ERROR_ALREADY_SHOWN)
    return 'Electron could not open its window';
  process.exitCode = code === EXIT_ERROR_ALREADY_SHOWN ? 1 : code;
  return null;
}

/** Path of the application for Electron. */
const root = join(import.meta.dirname, '..', '..');
/** Milliseconds the download of the Electron binary may take. */
const FETCH_TIMEOUT_MS = 20_000;
/**
 * An exit within this many milliseconds means that the window could not open: a library, sandbox or display is
 * missing.
 */
const OPEN_TIMEOUT_MS = 10_000;

function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true;
  return [process.env['DISPLAY'], process.env['WAYLAND_DISPLAY']].some(Boolean);
}

/** The URL has been printed, so it can be opened elsewhere if there is no browser. */
async function openBrowser(address: string): Promise<void> {
  try {
    const browser = await withUsersUmask(() => open(address));
    browser.once('error', () => undefined);
  } catch {
    // The printed URL is enough.
  }
}

main().catch((error: unknown) => {
  printError(startErrorOf(error));
  process.exitCode = 1;
});
