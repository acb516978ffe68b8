import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

/**
 * The browser profiles of a worker. Tests of all its files reuse them one after another, with their data deleted:
 * windows load faster from the cache of a used profile, and in a process that has compiled the scripts before.
 */
export class Profiles {
  /** By their options. */
  readonly #unused = new Map<string, Profile[]>();
  #inUse: Profile[] = [];

  /** Opens an empty page in a profile of its own, in which nothing is stored for the origin. */
  async open(browser: Browser, { origin, isChanged, viewport, ...options }: ProfileOptions): Promise<Page> {
    const key = JSON.stringify(options);
    const last = isChanged ? undefined : this.#unused.get(key)?.pop();
    // After a crash there is another Chromium.
    const unused = last?.context.browser() === browser ? last : undefined;
    const profile = unused ?? { key, context: await browser.newContext(options), isChanged, idle: null };
    this.#inUse.push(profile);
    const page = await profile.context.newPage();
    await page.setViewportSize(viewport);
    if (unused) await deleteData(page, origin);
    if (!isChanged) profile.idle ??= await idlePage(profile.context, origin);
    return page;
  }

  /** The pages that tests have opened. */
  get pages(): Page[] {
    return this.#inUse.flatMap(pagesOfTest);
  }

  /** Closes all pages, and the profiles that tests have changed. */
  async release(): Promise<void> {
    await Promise.all(
      this.#inUse.splice(0).map(async (profile) => {
        if (profile.isChanged) return profile.context.close();
        await Promise.all(pagesOfTest(profile).map((page) => page.close()));
        const unused = this.#unused.get(profile.key) ?? [];
        this.#unused.set(profile.key, [...unused, profile]);
      }),
    );
  }
}

/** What a profile is used for. */
export interface ProfileOptions extends BrowserContextOptions {
  origin: string;
  /** The size of the page; profiles are reused for all sizes. */
  viewport: { width: number; height: number };
  /** Whether the test changes what `deleteData` does not undo: its clock, permissions or scripts. */
  isChanged: boolean;
}

interface Profile {
  key: string;
  context: BrowserContext;
  isChanged: boolean;
  /** Keeps the process of the profile running between two tests. */
  idle: Page | null;
}

function pagesOfTest({ context, idle }: Profile): Page[] {
  return context.pages().filter((page) => page !== idle);
}

/** Opens an empty page of the origin, for which no server is asked. */
async function idlePage(context: BrowserContext, origin: string): Promise<Page> {
  const page = await context.newPage();
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(origin);
  return page;
}

/**
 * Deletes cookies and everything stored by pages but `localStorage`, of which the process may still have a copy; what
 * is in the cache remains.
 */
async function deleteData(page: Page, origin: string): Promise<void> {
  const chromium = await page.context().newCDPSession(page);
  await chromium.send('Storage.clearDataForOrigin', { origin, storageTypes: STORED });
  await chromium.detach();
}

const STORED = 'cookies,file_systems,indexeddb,service_workers,cache_storage';
