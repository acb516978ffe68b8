import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { gzipSync } from 'node:zlib';
import { CHROMIUM_ARGUMENTS, provideChromium } from '../../support/browser/chromium';
import { answerJobs } from './answering';
import { framesOfScrolling, heapOf, timesOfOpening } from './pages-use';

/** A helper process that uses the built pages in Chromium and reports the results. */

export interface PagesJob {
  /** What to measure; `load` covers the address and a bare one, with a cold and a warm cache. */
  what: 'load' | 'weigh' | 'open' | 'old' | 'scroll' | 'memory';
  url: string;
  token: string;
  /** The ID of the token's owner. */
  person: number;
  /** Places in the pages as URL hashes, or (for `open`) names of chats. */
  places: string[];
  seconds: number;
}

/** A list of numbers for each measured value, by name. */
export type PagesResult = Record<string, number[]>;

const LOADS = 5;
const KILOBYTE = 1000;

let browser: Browser | undefined;

async function run(job: PagesJob): Promise<PagesResult> {
  browser ??= await chromium.launch({
    executablePath: provideChromium(),
    args: CHROMIUM_ARGUMENTS,
  });
  switch (job.what) {
    case 'load':
      return timesOfLoads(browser, job);
    case 'weigh':
      return weights(browser, job);
    case 'open':
    case 'old':
      return inPage(browser, job, async (page) => ({
        times: await timesOfOpening(page, job.places, job.what === 'old'),
      }));
    case 'scroll':
      return inPage(browser, job, (page) => framesOfScrolling(page, job.places, job.seconds));
    case 'memory':
      return inPage(browser, job, async (page) => ({ megabytes: await heapOf(page, job.places) }));
  }
}

/** Returns the milliseconds until the first paint and until a message can be typed, with a cold and a warm cache. */
async function timesOfLoads(browser: Browser, job: PagesJob): Promise<PagesResult> {
  const times: PagesResult = {};
  const note = (name: string, time: number) => (times[name] ??= []).push(time);
  const [place = ''] = job.places;
  for (let turn = 0; turn < LOADS; turn++) {
    for (const address of ['/health', `/${place}`]) {
      const context = await windowOf(browser, job);
      const page = await context.newPage();
      const name = address === '/health' ? 'bare' : 'ours';
      for (const state of ['cold', 'warm']) {
        await page.goto('about:blank');
        await page.goto(job.url + address);
        if (name === 'ours') note(`ready ${state}`, await readyAt(page));
        note(`${name} ${state}`, await paintedAt(page));
      }
      await context.close();
    }
  }
  return times;
}

/**
 * Returns the kilobytes of gzipped script fetched for the first place, and what each other place adds when it is opened
 * first.
 */
async function weights(browser: Browser, job: PagesJob): Promise<PagesResult> {
  const sizes = new Map<string, Promise<number>>();
  const scriptsAt = async (place: string): Promise<Set<string>> => {
    const context = await windowOf(browser, job);
    const page = await context.newPage();
    // Prevents the pages from prefetching all other views when idle, which nobody waits for.
    await page.addInitScript(() => (window.requestIdleCallback = () => 0));
    const fetched = new Set<string>();
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return;
      sizes.set(
        response.url(),
        response.body().then((body) => gzipSync(body).length / KILOBYTE),
      );
      fetched.add(response.url());
    });
    await page.goto(`${job.url}/${place}`);
    await page.waitForLoadState('networkidle');
    const now = new Set(fetched);
    await Promise.all([...now].map((address) => sizes.get(address)));
    await context.close();
    return now;
  };
  const total = async (addresses: string[]) =>
    (await Promise.all(addresses.map((address) => sizes.get(address) ?? 0))).reduce(
      (sum, one) => sum + one,
      0,
    );
  const [first = '', ...others] = job.places;
  const base = await scriptsAt(first);
  const result: PagesResult = { [first]: [await total([...base])] };
  for (const place of others) {
    const scripts = await scriptsAt(place);
    result[place] = [await total([...scripts].filter((address) => !base.has(address)))];
  }
  return result;
}

async function inPage(
  browser: Browser,
  job: PagesJob,
  use: (page: Page) => Promise<PagesResult>,
): Promise<PagesResult> {
  const context = await windowOf(browser, job);
  try {
    const page = await context.newPage();
    await page.goto(`${job.url}/#/chats`);
    await page.getByRole('list', { name: 'Your chats' }).getByRole('link').first().waitFor();
    await page.waitForLoadState('networkidle');
    return await use(page);
  } finally {
    await context.close();
  }
}

/** Opens a window with an empty cache, signed in; it records when a message can be typed. */
async function windowOf(browser: Browser, { token, person }: PagesJob): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  const stored = {
    'courtyard.language': 'en',
    'courtyard.session': JSON.stringify({ token, id: person }),
  };
  await context.addInitScript((stored) => {
    if (location.protocol === 'about:') return;
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
    addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLTextAreaElement) performance.mark('ready');
    });
  }, stored);
  return context;
}

/** Returns the milliseconds from the start of the load until the message box has the focus. */
async function readyAt(page: Page): Promise<number> {
  await page.waitForFunction(() => performance.getEntriesByName('ready').length > 0);
  return page.evaluate(() => performance.getEntriesByName('ready')[0]?.startTime ?? NaN);
}

/** Returns the milliseconds from the start of the load to the first contentful paint. */
async function paintedAt(page: Page): Promise<number> {
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  return page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN);
}

answerJobs(run);
