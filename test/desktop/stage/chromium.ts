import { chromium, type BrowserContext, type Page, type Request, type Route } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHROMIUM_ARGUMENTS, provideChromium } from '../../support/browser/chromium.ts';
import { inward } from './addresses.ts';
import type { WebContents } from './web-contents.ts';

/** Additional Chromium arguments of the test. */
const OWN_ARGUMENTS = JSON.parse(process.env['STAGE_CHROMIUM'] ?? '[]') as string[];

type Answer = (request: globalThis.Request) => Response | Promise<Response>;

/** The Chromium behind all windows: started with the first window, with its data in the program's profile. */
class Screen {
  readonly answers = new Map<string, Answer>();
  readonly #contents = new Map<Page, WebContents>();
  readonly #opening = new Set<Promise<unknown>>();
  #context: Promise<BrowserContext> | undefined;
  #profile = '';

  /** Opens a page for a window. */
  async open(contents: WebContents, profile: string): Promise<Page> {
    this.#profile = join(profile, 'chromium');
    this.#context ??= this.#begin();
    const opening = this.#context.then(async (context) => {
      const page = await context.newPage();
      this.#contents.set(page, contents);
      return page;
    });
    this.#opening.add(opening);
    return opening.finally(() => this.#opening.delete(opening));
  }

  /** The address of Chromium's debugger. */
  get debugger(): string {
    const [port = ''] = readFileSync(join(this.#profile, 'DevToolsActivePort'), 'utf8').split('\n');
    return `http://127.0.0.1:${port}`;
  }

  /** Deletes the stored data of an origin. */
  async clear(origin: string): Promise<void> {
    const context = await this.#context;
    const [page] = context?.pages() ?? [];
    if (!context || !page) return;
    const chromium = await context.newCDPSession(page);
    await chromium.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await chromium.detach();
  }

  async close(): Promise<void> {
    await (await this.#context)?.close();
  }

  async #begin(): Promise<BrowserContext> {
    const context = await chromium.launchPersistentContext(this.#profile, {
      executablePath: provideChromium(),
      viewport: { width: 1200, height: 800 },
      locale: 'en-GB',
      // Drawing animations costs more than everything that a test does in the window.
      reducedMotion: 'reduce',
      // The program itself closes Chromium after its windows.
      handleSIGTERM: false,
      handleSIGINT: false,
      handleSIGHUP: false,
      args: ['--remote-debugging-port=0', ...CHROMIUM_ARGUMENTS, ...OWN_ARGUMENTS],
    });
    // Loading views ahead costs more than opening the window; the program itself has them, so none is missing later.
    await context.addInitScript(() => void (window.requestIdleCallback = () => 0));
    await context.route('**/*', (route) => this.#answer(route));
    context.on('page', (page) => void this.#hold(page));
    return context;
  }

  /** Passes requests of a registered scheme to its handler; there is no network. */
  async #answer(route: Route): Promise<void> {
    const request = route.request();
    const contents = this.#contentsOf(request);
    if (request.isNavigationRequest() && !mayNavigate(request, contents)) return route.abort('aborted');
    const url = inward(request.url());
    const answer = this.answers.get(new URL(url).protocol.slice(0, -1));
    if (!answer) return route.abort('internetdisconnected');
    const response = await answered(answer, await requestOf(request, url));
    if (!response) return route.abort('failed');
    return route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    });
  }

  /** Returns the window of a request; undefined for a page that another page has just opened. */
  #contentsOf(request: Request): WebContents | undefined {
    try {
      return this.#contents.get(request.frame().page());
    } catch {
      // Such a page has no frame yet.
      return undefined;
    }
  }

  /** Closes a page that another page has opened: the program has denied it, but Chromium would keep it open. */
  async #hold(page: Page): Promise<void> {
    await Promise.allSettled(this.#opening);
    if (!this.#contents.has(page)) await page.close();
  }
}

/** Returns the request as a handler receives it: its headers, and its body as a stream. */
async function requestOf(request: Request, url: string): Promise<globalThis.Request> {
  const method = request.method();
  const bytes = request.postDataBuffer();
  const headers = await request.allHeaders();
  // Removes HTTP/2 pseudo-headers, which the platform's Request rejects.
  for (const name of Object.keys(headers)) if (name.startsWith(':')) delete headers[name];
  const body = bytes && method !== 'GET' && method !== 'HEAD' ? new Uint8Array(bytes) : null;
  return new globalThis.Request(url, { method, headers, body });
}

/** Returns the answer of a handler; undefined if it fails, which fails only that request. */
async function answered(answer: Answer, request: globalThis.Request): Promise<Response | undefined> {
  try {
    return await answer(request);
  } catch (error) {
    process.stderr.write(`${request.url} was not answered: ${String(error)}\n`);
    return undefined;
  }
}

function mayNavigate(request: Request, contents: WebContents | undefined): boolean {
  return contents?.navigates(inward(request.url()), request.frame().parentFrame() === null) ?? false;
}

export const screen = new Screen();
