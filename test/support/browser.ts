import {
  chromium,
  expect as playwrightExpect,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
} from '@playwright/test';
import { afterEach, expect } from 'vitest';
import { CHROMIUM_ARGUMENTS, provideChromium } from './chromium';
import type { TestPerson } from './service';
import type { TestServer } from './server';

/** What a page shows sooner or later; long enough for a busy machine. */
export const expectOf = playwrightExpect.configure({ timeout: 60_000 });

/** How a window begins. */
export interface WindowOptions {
  /** The place in the pages: `#/chats/12`. */
  at?: string;
  width?: number;
  height?: number;
  theme?: 'light' | 'dark';
  /** `trial` runs from the right. */
  language?: 'en' | 'uk' | 'trial';
  /** In percent. */
  textSize?: number;
  /** Under a finger, as on a phone. */
  isTouched?: boolean;
  /** Somebody has read the warning of the host's certificate, and went on. */
  goesOn?: boolean;
}

/** Opens windows of a real Chromium on a community; they are closed after each test. */
export interface TestBrowser {
  /** A window of its own browser profile, of somebody who is signed in. */
  open: (server: TestServer, person: TestPerson | null, options?: WindowOptions) => Promise<Page>;
}

/** Windows for the tests of a file, of one Chromium for all files of a worker. Every error that a page throws, and every warning of Svelte, fails the test that caused it. */
export function testBrowser(): TestBrowser {
  const contexts: BrowserContext[] = [];
  const faults: string[] = [];

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await tell(contexts.flatMap((context) => context.pages()));
    const found = faults.splice(0);
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    // What breaks off in a window that is being closed is nobody's fault.
    faults.length = 0;
    expect(found).toEqual([]);
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
      } = {},
    ) => {
      const context = await (
        await chromiumOfWorker()
      ).newContext({
        viewport: { width, height },
        locale: 'en-GB',
        reducedMotion: 'reduce',
        hasTouch: isTouched,
        isMobile: isTouched,
        ignoreHTTPSErrors: goesOn,
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      contexts.push(context);
      const stored = {
        'courtyard.theme': JSON.stringify({ theme, textSize }),
        'courtyard.language': language,
        ...(person && {
          'courtyard.session': JSON.stringify({ token: person.session.token, id: person.id }),
        }),
      };
      await context.addInitScript((first) => {
        // Once: a reload finds what the window itself has kept.
        if (localStorage.getItem('test.begun')) return;
        localStorage.setItem('test.begun', 'yes');
        for (const [key, value] of Object.entries(first)) localStorage.setItem(key, value);
      }, stored);
      const page = await context.newPage();
      page.setDefaultTimeout(60_000);
      // What a browser itself throws has no stack.
      page.on('pageerror', (error) => faults.push(error.stack || `${error.name}: ${error.message}`));
      // Svelte's own warnings, which a built page gives as an address: state that no longer follows what it is made of.
      page.on('console', (message) => {
        if (message.text().includes('svelte.dev/e/')) faults.push(message.text());
      });
      page.on('request', (request) => {
        const address = request.url();
        if (!address.startsWith(server.url) && !/^(data|blob):/.test(address))
          faults.push(`asked for ${address}`);
      });
      await page.goto(`${server.url}/${at}`, { timeout: FIRST_LOAD });
      // Keys pressed before the application is there are nobody's.
      await page.locator('#app > *').first().waitFor({ state: 'attached', timeout: FIRST_LOAD });
      return page;
    },
  };
}

let launched: Promise<Browser> | undefined;

/** The Chromium of this worker: it ends with the process. Another one is started in place of one that broke down. */
async function chromiumOfWorker(): Promise<Browser> {
  const running = await launched?.catch(() => undefined);
  if (running?.isConnected()) return running;
  launched = chromium.launch({ executablePath: provideChromium(), args: CHROMIUM_ARGUMENTS });
  return launched;
}

/** Milliseconds: pages from their sources are put together first, which a busy machine takes long for. */
const FIRST_LOAD = 90_000;

/** Takes answers (to one method alone) when they are asked for, and lets the page have them later, as on a slow way. */
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

/** Waits for the line that a page opens next, until it hears of what happens. */
export function openLine(page: Page): Promise<void> {
  return new Promise((resolve) => {
    page.on('websocket', (line) =>
      line.on('framereceived', ({ payload }) => {
        if (payload.toString().includes('"subscribed"')) resolve();
      }),
    );
  });
}

/**
 * From now on the host does what a page asks of an address, and no answer comes back: so many times, which is more than a
 * call is tried for by itself. Gives how often it was asked.
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

/** What an act copies in a window. The clipboard is filled a moment after a press, and all windows of a browser share it. */
export async function copiedBy(page: Page, act: () => Promise<unknown>): Promise<string> {
  const read = () => page.evaluate(() => navigator.clipboard.readText());
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await act();
  await expectOf.poll(read).not.toBe('');
  return read();
}

/** Where something is in its window, in CSS pixels, once it has stood there for some frames with its letters and pictures. */
export function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  return locator.evaluate(async (element, frames) => {
    const frame = () => new Promise(requestAnimationFrame);
    const box = () => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
    };
    await document.fonts.ready;
    let stood = box();
    for (let still = 0; still < frames; still++) {
      await frame();
      const now = box();
      if (JSON.stringify(now) !== JSON.stringify(stood)) still = 0;
      stood = now;
    }
    return stood;
  }, STILL_FRAMES);
}

const STILL_FRAMES = 5;

/** What the windows of a test that failed show, as a screen reader has it: a log is all there is of another machine's run. */
async function tell(pages: readonly Page[]): Promise<void> {
  for (const page of pages) {
    const shown = await page
      .locator('body')
      .ariaSnapshot({ timeout: 5_000 })
      .catch((error: unknown) => String(error));
    process.stderr.write(`\n${page.url()} showed:\n${shown}\n`);
  }
}
