import { chromium } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Arguments for a browser under test: no sandbox, for root, no background requests, no spare processes. */
export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Otherwise each window starts a second renderer in advance, which no test uses.
  '--renderer-process-limit=1',
];

/**
 * Returns the path of this machine's Chromium. If none runs, installs one first: Debian's package as root, else
 * Playwright's. The headless shell is preferred, as it uses a third less CPU. Searches once per run and stores the path
 * in COURTYARD_CHROMIUM. Throws with installation instructions if there is none.
 */
export function provideChromium(): string {
  const named = process.env['COURTYARD_CHROMIUM'];
  if (named) return named;
  const found = findChromium() ?? installedFromDebian() ?? fetchedByPlaywright();
  if (found === undefined) throw new Error(WHAT_TO_INSTALL);
  return (process.env['COURTYARD_CHROMIUM'] = found);
}

/**
 * Returns the path of the full Chromium, which has windows and built-in pages such as certificate warnings. Throws if
 * there is none.
 */
export function chromiumWithWindows(): string {
  const found = findAt([chromium.executablePath(), ...USUAL_PLACES]);
  if (found === undefined) throw new Error(WHAT_TO_INSTALL);
  return found;
}

const WHAT_TO_INSTALL =
  'The tests of the interface need Chromium. Run `npx playwright install --with-deps chromium`, or install the package ' +
  '`chromium` of your system, or name a program in COURTYARD_CHROMIUM.';

/** The paths used by Debian, Ubuntu and other systems. */
const WITHOUT_WINDOWS = '/usr/bin/chromium-headless-shell';
const USUAL_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

function findChromium(): string | undefined {
  return findAt([WITHOUT_WINDOWS, chromium.executablePath(), ...USUAL_PLACES]);
}

function findAt(places: readonly string[]): string | undefined {
  return places.find((path) => existsSync(path) && runs(path));
}

/**
 * Returns whether a browser starts: a downloaded one may lack a system library. Not checked on Windows, where none is
 * missing and the check would open a window.
 */
function runs(path: string): boolean {
  return process.platform === 'win32' || spawnSync(path, ['--version'], { timeout: 30_000 }).status === 0;
}

function installedFromDebian(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  say("There is no Chromium here: installing Debian's package ...");
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const words of [
    ['update'],
    ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-color-emoji'],
    // Installed separately: older systems lack this package, which must not prevent the installation of the other.
    ['install', '-y', '--no-install-recommends', 'chromium-headless-shell'],
  ]) {
    spawnSync('apt-get', ['-qq', ...words], { stdio: 'ignore', timeout: 300_000, env });
  }
  return findChromium();
}

function fetchedByPlaywright(): string | undefined {
  say("There is no Chromium here: fetching Playwright's ...");
  const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli');
  spawnSync(process.execPath, [playwright, 'install', '--no-shell', 'chromium'], {
    stdio: 'ignore',
    // Milliseconds without data before a retry (five retries), and for the whole download.
    env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '5000' },
    timeout: 180_000,
    killSignal: 'SIGKILL',
  });
  return findChromium();
}

function say(words: string): void {
  process.stderr.write(`${words}\n`);
}
