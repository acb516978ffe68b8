import { chromium } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Where Debian, Ubuntu and others put it. */
const USUAL_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** What a browser under test needs: no sandbox as root, and no request of its own. */
export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The Chromium of this machine, or undefined. */
export function findChromium(): string | undefined {
  const named = process.env['COURTYARD_CHROMIUM'];
  return [...(named ? [named] : []), chromium.executablePath(), ...USUAL_PLACES].find((path) =>
    existsSync(path),
  );
}

/**
 * The Chromium of this machine, fetched first where there is none: Playwright's own, then Debian's package as root.
 * Throws with what to install.
 */
export function provideChromium(): string {
  const found = findChromium() ?? fetchedByPlaywright() ?? installedFromDebian();
  if (found === undefined) {
    throw new Error(
      'The tests of the interface need Chromium. Run `npx playwright install chromium`, or install the package ' +
        '`chromium` of your system, or name one in COURTYARD_CHROMIUM.',
    );
  }
  return found;
}

function fetchedByPlaywright(): string | undefined {
  say('No Chromium here: fetching one ...');
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'ignore', timeout: 300_000 });
  return findChromium();
}

function installedFromDebian(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  say("Playwright's Chromium could not be fetched: installing Debian's package ...");
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const words of [
    ['update'],
    ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-color-emoji'],
  ]) {
    spawnSync('apt-get', ['-qq', ...words], { stdio: 'ignore', timeout: 600_000, env: environment });
  }
  return findChromium();
}

function say(words: string): void {
  process.stderr.write(`${words}\n`);
}
