import { join } from 'node:path';
import open from 'open';
import { repair, resetOwner, restore, serveUntilStopped, verify } from './commands';
import { electronFolder, fetchBinary, findBinary } from './desktop/program/binary';
import { TOLD } from './desktop/program/exit-codes';
import { runProgram } from './desktop/program/program';
import { restrictNewFiles, withUsersUmask } from './private-files';
import { loadSettings, usage } from './settings';
import { note, say, sentenceOf } from './terminal';

/**
 * The command `npm start`: the desktop window, or, where there can be none, the same service for the browser, which is
 * opened. Takes the flags of `npm run serve`.
 */
async function main(): Promise<void> {
  const argv = process.argv.slice(2);
  if (argv.includes('--help')) return say(usage());
  const settings = loadSettings(argv, process.env);
  const isCommand = settings.resetOwner || settings.verify || settings.restore !== null;
  const obstacle = isCommand ? '' : await startWindow(argv);
  if (obstacle === null) return;
  // Not before the window, whose program has to know the person's own umask.
  restrictNewFiles();
  if (settings.resetOwner) return resetOwner(settings);
  if (settings.verify) return verify(settings);
  if (settings.repair) return repair(settings);
  if (settings.restore !== null) return restore(settings, settings.restore);
  note(`${obstacle}: Courtyard is served to the browser instead.`);
  await serveUntilStopped(settings, join(import.meta.dirname, '..', 'renderer'), ({ url, setupUrl }) => {
    if (hasDisplay()) void openBrowser(setupUrl ?? url);
  });
}

/** Runs the window until it is closed and passes its ending on. Gives the reason where there can be no window. */
async function startWindow(argv: string[]): Promise<string | null> {
  if (!hasDisplay()) return 'There is no display here';
  const folder = electronFolder();
  if (folder === null) return 'Electron is not installed';
  const binary = findBinary(folder) ?? (await fetchBinary(folder, FETCH_LIMIT_MS));
  if (binary === null)
    return 'The program of Electron could not be fetched (npx install-electron tries again)';
  const began = performance.now();
  const { code, wasStopped } = await runProgram(binary, [root, ...argv]);
  const isEarly = performance.now() - began < OPENING_MS;
  if (isEarly && !wasStopped && code !== 0 && code !== TOLD) return 'Electron could not open its window';
  process.exitCode = code === TOLD ? 1 : code;
  return null;
}

/** The application, as Electron is given it. */
const root = join(import.meta.dirname, '..', '..');
/** How long the fetching of Electron's program may take, in milliseconds. */
const FETCH_LIMIT_MS = 20_000;
/** One that fails sooner, in milliseconds, has failed to open: no library, no sandbox, no screen. */
const OPENING_MS = 10_000;

function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true;
  return [process.env['DISPLAY'], process.env['WAYLAND_DISPLAY']].some(Boolean);
}

/** The address was printed: who has no browser here opens it elsewhere. */
async function openBrowser(address: string): Promise<void> {
  try {
    const browser = await withUsersUmask(() => open(address));
    browser.once('error', () => undefined);
  } catch {
    // Nothing is lost by it.
  }
}

main().catch((error: unknown) => {
  note(sentenceOf(error));
  process.exitCode = 1;
});
