import {
  chromium,
  expect as playwrightExpect,
  type Browser,
  type Locator,
  type Page,
} from '@playwright/test';
import { afterEach, expect } from 'vitest';
import { CHROMIUM_ARGUMENTS, provideChromium } from './chromium';
import { Profiles } from './profiles';
import type { TestPerson } from '../service';
import type { TestServer } from '../server';

/** Assertions that retry for up to a minute, enough for a busy machine. */
export const expectOf = playwrightExpect.configure({ timeout: 60_000 });

/** The initial state of a window. */
export interface WindowOptions {
  /** The page to open: `#/chats/12`. */
  at?: string;
  width?: number;
  height?: number;
  theme?: 'light' | 'dark';
  /** `trial` is right-to-left. */
  language?: 'en' | 'uk' | 'trial';
  /** In percent. */
  textSize?: number;
  /** Emulates a touch screen, as on a phone. */
  isTouched?: boolean;
  /** The person has accepted the browser's warning about the host's certificate. */
  goesOn?: boolean;
  /** The test changes the clock, the permissions or the scripts of the profile, which no other test can use then. */
  changesProfile?: boolean;
  /** Another host to which the page may go. */
  leadsTo?: string;
  /** The window loads all views while it is idle, as it does for people: for tests in which the host goes away. */
  loadsAhead?: boolean;
}

/** Opens windows of a real Chromium on a community; they are closed after each test. */
export interface TestBrowser {
  /** Opens a window with its own browser profile, signed in as `person` if given. */
  open: (server: TestServer, person: TestPerson | null, options?: WindowOptions) => Promise<Page>;
}

/**
 * Gives the tests of a file windows in the Chromium and the profiles shared by all files of a worker. Every error that
 * a page throws, and every Svelte warning, fails the test that caused it.
 */
export function testBrowser(): TestBrowser {
  const faults: string[] = [];

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await tell(profiles.pages);
    const found = faults.splice(0);
    await profiles.release();
    // Ignores errors caused by closing the windows.
    faults.length = 0;
    // Named in the message, because the log of another machine shows no more of it.
    expect(found, found.join('\n')).toEqual([]);
  });

  return {
    open: async (
      server,
      person,
      {
        at = '#/chats',
        width = 1280,
        height = 800,
        theme = 'light',
        language = 'en',
        textSize = 100,
        isTouched = false,
        goesOn = false,
        changesProfile = false,
        leadsTo = server.url,
        loadsAhead = false,
      } = {},
    ) => {
      const page = await profiles.open(await chromiumOfWorker(), {
        origin: server.url,
        isChanged: changesProfile,
        viewport: { width, height },
        locale: 'en-GB',
        reducedMotion: 'reduce',
        hasTouch: isTouched,
        isMobile: isTouched,
        ignoreHTTPSErrors: goesOn,
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      const stored = {
        'courtyard.theme': JSON.stringify({ theme, textSize }),
        'courtyard.language': language,
        ...(person && {
          'courtyard.session': JSON.stringify({ token: person.session.token, id: person.id }),
        }),
      };
      // Compiling views that no test opens costs more than opening the window.
      if (!loadsAhead) await page.addInitScript(() => void (window.requestIdleCallback = () => 0));
      await page.addInitScript((first) => {
        // Only on the first load: a reload must find what the window itself has stored.
        if (sessionStorage.getItem('test.begun')) return;
        sessionStorage.setItem('test.begun', 'yes');
        // Of the test before, which used the same profile.
        localStorage.clear();
        for (const [key, value] of Object.entries(first)) localStorage.setItem(key, value);
      }, stored);
      page.setDefaultTimeout(60_000);
      // Errors thrown by the browser itself have no stack.
      page.on('pageerror', (error) => faults.push(error.stack || `${error.name}: ${error.message}`));
      // Svelte's own warnings, which production builds log as a URL: for example, state that is no longer reactive.
      page.on('console', (message) => {
        if (message.text().includes('svelte.dev/e/')) faults.push(message.text());
      });
      page.on('request', (request) => {
        const address = request.url();
        const isKnown = address.startsWith(server.url) || address.startsWith(leadsTo);
        if (!isKnown && !/^(data|blob):/.test(address)) faults.push(`asked for ${address}`);
      });
      await page.goto(`${server.url}/${at}`, { timeout: FIRST_LOAD });
      // Key presses before the application has started would be lost.
      await page.locator('#app > *').first().waitFor({ state: 'attached', timeout: FIRST_LOAD });
      return page;
    },
  };
}

const profiles = new Profiles();
let launched: Promise<Browser> | undefined;

/** Returns the Chromium of this worker, which ends with the process. Starts another one if it crashed. */
async function chromiumOfWorker(): Promise<Browser> {
  const running = await launched?.catch(() => undefined);
  if (running?.isConnected()) return running;
  launched = chromium.launch({ executablePath: provideChromium(), args: CHROMIUM_ARGUMENTS });
  return launched;
}

/**
 * Milliseconds. When the pages run from source, Vite compiles them on first load, which takes long on a busy machine.
 */
const FIRST_LOAD = 90_000;

/** Intercepts responses (of one method, if given) and holds them until the test releases them, as on a slow network. */
export async function holdAnswers(page: Page, path: RegExp, method?: string) {
  const isTaken = Promise.withResolvers<void>();
  const isLetGo = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    if (method && route.request().method() !== method) return route.continue();
    const response = await route.fetch();
    isTaken.resolve();
    await isLetGo.promise;
    await route.fulfill({ response });
  });
  return { taken: isTaken.promise, letGo: isLetGo.resolve };
}

/**
 * Drops the first responses to POST requests of an address, more than a call makes attempts, after the host has
 * processed the requests. Returns a function that returns the number of requests.
 */
export async function loseAnswers(page: Page, address: string | RegExp): Promise<() => number> {
  let asked = 0;
  await page.route(address, async (route) => {
    if (route.request().method() !== 'POST' || ++asked > LOST_ANSWERS) return route.continue();
    await route.fetch();
    await route.abort();
  });
  return () => asked;
}

const LOST_ANSWERS = 4;

/**
 * Returns the text that an act copies. The clipboard is filled shortly after the press, and all windows of a browser
 * share it.
 */
export async function copiedBy(page: Page, act: () => Promise<unknown>): Promise<string> {
  const read = () => page.evaluate(() => navigator.clipboard.readText());
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await act();
  await expectOf.poll(read).not.toBe('');
  return read();
}

/**
 * Returns the bounding box of an element in CSS pixels, once it has not moved for some frames and all fonts have
 * loaded.
 */
export function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  return locator.evaluate(async (element, frames) => {
    const frame = () => new Promise(requestAnimationFrame);
    const box = () => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
    };
    await document.fonts.ready;
    let before = box();
    for (let still = 0; still < frames; still++) {
      await frame();
      const now = box();
      if (JSON.stringify(now) !== JSON.stringify(before)) still = 0;
      before = now;
    }
    return before;
  }, STILL_FRAMES);
}

/** Clicks an element of a list that has just changed: a press that begins before it stands still may end beside it. */
export async function clickWhenStill(locator: Locator): Promise<void> {
  await boxOf(locator);
  await locator.click();
}

const STILL_FRAMES = 5;

/**
 * Prints the accessibility tree of each window of a failed test: on another machine the log is all there is to debug
 * with.
 */
async function tell(pages: readonly Page[]): Promise<void> {
  for (const page of pages) {
    const shown = await page
      .locator('body')
      .ariaSnapshot({ timeout: 5_000 })
      .catch((error: unknown) => String(error));
    process.stderr.write(`\n${page.url()} showed:\n${shown}\n`);
  }
}
