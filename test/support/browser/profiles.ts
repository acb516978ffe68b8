import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

/**
 * The browser profiles of a test file. Tests reuse them one after another, with their data deleted: windows load faster
 * from the cache of a used profile.
 */
export class Profiles {
  /** By their options. */
  readonly #unused = new Map<string, Profile[]>();
  #inUse: Profile[] = [];

  /** Opens an empty page in a profile of its own, in which nothing is stored for the origin. */
  async open(browser: Browser, { origin, isChanged, ...options }: ProfileOptions): Promise<Page> {
    const key = JSON.stringify(options);
    const last = this.#unused.get(key)?.pop();
    // After a crash there is another Chromium.
    const unused = last?.context.browser() === browser ? last : undefined;
    const profile = unused ?? { key, context: await browser.newContext(options), isChanged };
    profile.isChanged = isChanged;
    this.#inUse.push(profile);
    const page = await profile.context.newPage();
    if (unused) await deleteData(page, origin);
    return page;
  }

  /** The open pages. */
  get pages(): Page[] {
    return this.#inUse.flatMap(({ context }) => context.pages());
  }

  /** Closes all pages, and the profiles that tests have changed. */
  async release(): Promise<void> {
    await Promise.all(
      this.#inUse.splice(0).map(async (profile) => {
        if (profile.isChanged) return profile.context.close();
        await Promise.all(profile.context.pages().map((page) => page.close()));
        const unused = this.#unused.get(profile.key) ?? [];
        this.#unused.set(profile.key, [...unused, profile]);
      }),
    );
  }

  /** Closes all profiles. */
  async close(): Promise<void> {
    const unused = [...this.#unused.values()].flat();
    this.#unused.clear();
    await Promise.all([...this.#inUse.splice(0), ...unused].map(({ context }) => context.close()));
  }
}

/** What a profile is used for. */
export interface ProfileOptions extends BrowserContextOptions {
  origin: string;
  /** Whether the test changes what `deleteData` does not undo: its clock, permissions or scripts. */
  isChanged: boolean;
}

interface Profile {
  key: string;
  context: BrowserContext;
  isChanged: boolean;
}

/** Deletes cookies and everything stored by pages; what is in the cache remains. */
async function deleteData(page: Page, origin: string): Promise<void> {
  const chromium = await page.context().newCDPSession(page);
  await chromium.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await chromium.detach();
}
