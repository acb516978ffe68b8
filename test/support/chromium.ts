import { chromium } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

/** What a browser under test needs: no sandbox as root, and no request of its own. */
export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The Chromium of this machine, fetched first where there is none that runs: Debian's package as root, else Playwright's own.
 * The one without windows of its own takes a third less of the processor. Throws with what to install. It is looked for once
 * in a run: what was found is put into COURTYARD_CHROMIUM.
 */
export function provideChromium(): string {
  const named = process.env['COURTYARD_CHROMIUM'];
  if (named) return named;
  const found = findChromium() ?? installedFromDebian() ?? fetchedByPlaywright();
  if (found === undefined) throw new Error(WHAT_TO_INSTALL);
  return (process.env['COURTYARD_CHROMIUM'] = found);
}

/** The Chromium that has windows of its own, and so pages such as its warnings. Throws where there is none. */
export function chromiumWithWindows(): string {
  const found = findAt([chromium.executablePath(), ...USUAL_PLACES]);
  if (found === undefined) throw new Error(WHAT_TO_INSTALL);
  return found;
}

const WHAT_TO_INSTALL =
  'The tests of the interface need Chromium. Run `npx playwright install --with-deps chromium`, or install the package ' +
  '`chromium` of your system, or name a program in COURTYARD_CHROMIUM.';

/** Where Debian, Ubuntu and others put it. */
const WITHOUT_WINDOWS = '/usr/bin/chromium-headless-shell';
const USUAL_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

function findChromium(): string | undefined {
  return findAt([WITHOUT_WINDOWS, chromium.executablePath(), ...USUAL_PLACES]);
}

function findAt(places: readonly string[]): string | undefined {
  return places.find((path) => existsSync(path) && runs(path));
}

/** One that was fetched may lack a library of the system. On Windows it has them, and would open a window here. */
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
    // Older systems have none, which must not keep the other away.
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
    // Milliseconds: of silence, after which it tries again (five times), and of all of it.
    env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '5000' },
    timeout: 180_000,
    killSignal: 'SIGKILL',
  });
  return findChromium();
}

function say(words: string): void {
  process.stderr.write(`${words}\n`);
}
