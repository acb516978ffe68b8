import type { Dialog, Frame, Page } from '@playwright/test';
import { inward, outward } from './addresses.ts';
import { screen } from './chromium.ts';
import { Emitter } from './emitter.ts';
import { ipcMain } from './ipc-main.ts';
import { offered } from './offered.ts';
import { applyPermissions, forgetPermissions } from './permissions.ts';
import { HEAR, POST, preloadScript } from './preload-script.ts';

export interface Preferences extends Record<string, unknown> {
  preload?: string;
}

type OpenHandler = (details: { url: string }) => { action: 'allow' | 'deny' };

interface Message {
  kind: 'invoke' | 'send';
  channel: string;
  values: unknown[];
}

/** `webContents`, with the parts that the program uses, on a page of Chromium. */
export class WebContents extends Emitter {
  /** The proxy passed to the program. */
  readonly shown = offered('webContents', this);
  readonly #preferences: Preferences;
  readonly #page: Promise<Page>;
  readonly #frames = new WeakMap<Frame, object>();
  #opened: Page | undefined;
  #loading = '';
  #openHandler: OpenHandler | undefined;
  #sending: Promise<unknown> = Promise.resolve();
  #destroyed = false;
  #closing: Promise<boolean> | undefined;
  #onStay: () => void = () => undefined;
  #applyPermissions = (): Promise<void> => Promise.resolve();

  constructor(preferences: Preferences, profile: string) {
    super('webContents', EVENTS);
    this.#preferences = preferences;
    this.#page = screen.open(this, profile).then((page) => this.#prepare(page));
    // Callers that load an address receive the failure.
    this.#page.catch(() => undefined);
  }

  get mainFrame(): object | null {
    return this.#opened ? this.#frame(this.#opened.mainFrame()) : null;
  }

  getURL(): string {
    return this.#opened ? inward(this.#opened.url()) : '';
  }

  getLastWebPreferences(): Preferences {
    return this.#preferences;
  }

  /** Runs a script in the page and returns its value. If the page asks for a text, STAGE_TYPE is entered. */
  async executeJavaScript(script: string): Promise<unknown> {
    const page = await this.#page;
    const value = page.evaluate(script);
    const text = process.env['STAGE_TYPE'];
    if (text !== undefined && isOwnPage(page)) {
      await page.locator('input').fill(text);
      await page.keyboard.press('Enter');
    }
    return value;
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }

  send(channel: string, ...values: unknown[]): void {
    const message = { hear: HEAR, channel, values: structuredClone(values) };
    this.#sending = this.#sending.then(async () => {
      const page = await this.#page;
      await page.evaluate(({ hear, channel, values }) => {
        const page = window as unknown as Record<symbol, (channel: string, values: unknown[]) => void>;
        page[Symbol.for(hear)]?.(channel, values);
      }, message);
    });
    // Messages to a closed page are dropped.
    this.#sending = this.#sending.catch(() => undefined);
  }

  /** Loads an address requested by the program, without navigation events that could prevent it. */
  async load(address: string): Promise<void> {
    const page = await this.#page;
    this.#loading = withoutHash(address);
    await page.goto(outward(address), { waitUntil: 'load' });
    await this.#applyPermissions();
    if (isOwnPage(page)) process.stderr.write(`${await page.locator('body').innerText()}\n`);
    else process.send?.({ loaded: inward(page.url()), debugger: screen.debugger });
  }

  /** The files of the last drag. */
  dragged: string[] = [];

  startDrag({ files }: { file: string; files: string[]; icon: object }): void {
    this.dragged = files;
  }

  /** Reloads the page. */
  reload(): void {
    void this.#page.then((page) => {
      this.#loading = withoutHash(inward(page.url()));
      return page.reload({ waitUntil: 'load' });
    });
  }

  /** Closes the page; resolves to whether it let itself be left. */
  close(): Promise<boolean> {
    this.#closing ??= this.#close().finally(() => (this.#closing = undefined));
    return this.#closing;
  }

  async #close(): Promise<boolean> {
    if (this.#destroyed) return true;
    const page = await this.#page.catch(() => null);
    if (page && !page.isClosed()) {
      const closed = new Promise<boolean>((resolve) => page.once('close', () => resolve(true)));
      const stayed = new Promise<boolean>((resolve) => (this.#onStay = () => resolve(false)));
      await page.close({ runBeforeUnload: true });
      if (!(await Promise.race([closed, stayed]))) return false;
    }
    this.#destroyed = true;
    forgetPermissions();
    this.emit('destroyed');
    return true;
  }

  /** A page wants to be kept. Dialogs of scripts are dismissed. */
  #asksToStay(dialog: Dialog): void {
    if (dialog.type() !== 'beforeunload') return void dialog.dismiss();
    const event = {
      defaultPrevented: false,
      preventDefault: () => (event.defaultPrevented = true),
    };
    this.emit('will-prevent-unload', event);
    if (event.defaultPrevented) return void dialog.accept();
    this.#onStay();
    void dialog.dismiss();
  }

  /** Handles a navigation by the page; returns whether it is allowed. */
  navigates(url: string, isMainFrame: boolean): boolean {
    const isOwnWill = isMainFrame && this.#loading === url;
    if (isMainFrame) this.#loading = '';
    const event = {
      url,
      isMainFrame,
      isSameDocument: false,
      defaultPrevented: false,
      preventDefault: () => (event.defaultPrevented = true),
    };
    if (!isOwnWill) this.emit('will-frame-navigate', event);
    if (!event.defaultPrevented) this.emit('did-start-navigation', event);
    return !event.defaultPrevented;
  }

  /** Handles a page's request for another window, which must be denied. */
  #asksForWindow(url: string): void {
    if (this.#openHandler?.({ url }).action !== 'deny')
      throw new Error('The stand-in for Electron opens no windows for pages: they must be denied');
  }

  async #prepare(page: Page): Promise<Page> {
    this.#opened = page;
    page.on('dialog', (dialog) => this.#asksToStay(dialog));
    let shown = '';
    page.on('framenavigated', (frame) => {
      const url = inward(frame.url());
      if (frame !== page.mainFrame() || withoutHash(url) === shown) return;
      shown = withoutHash(url);
      this.emit('did-navigate', {}, url);
    });
    const chromium = await page.context().newCDPSession(page);
    this.#applyPermissions = () => applyPermissions(chromium, this.shown, this.getURL());
    await this.#applyPermissions();
    chromium.on('Page.windowOpen', ({ url }) => this.#asksForWindow(inward(url)));
    await chromium.send('Page.enable');
    const { preload, sandbox, contextIsolation, nodeIntegration } = this.#preferences;
    if (!sandbox || !contextIsolation || nodeIntegration)
      throw new Error('The stand-in for Electron offers only sandboxed, isolated pages without Node');
    if (preload === undefined) return page;
    await page.exposeBinding(POST, ({ frame }, message: Message) => this.#receive(frame, message));
    await page.addInitScript(preloadScript(preload));
    return page;
  }

  async #receive(frame: Frame, { kind, channel, values }: Message): Promise<object> {
    const event = { sender: this.shown, senderFrame: this.#frame(frame), type: 'frame' };
    if (kind === 'send') {
      ipcMain.emit(channel, event, ...values);
      return {};
    }
    try {
      const value = await ipcMain.answer(channel, event, values);
      await this.#applyPermissions();
      return { value };
    } catch (error) {
      return { error: `Error invoking remote method '${channel}': ${String(error)}` };
    }
  }

  #frame(frame: Frame): object {
    const known = this.#frames.get(frame);
    if (known) return known;
    const made = offered('webFrameMain', {
      get url() {
        return inward(frame.url());
      },
    });
    this.#frames.set(frame, made);
    return made;
  }
}

/** The supported events. Some are never emitted because their causes don't exist here: redirects, webviews, crashes. */
const EVENTS = [
  'context-menu',
  'destroyed',
  'did-navigate',
  'did-start-navigation',
  'render-process-gone',
  'will-attach-webview',
  'will-frame-navigate',
  'will-prevent-unload',
  'will-redirect',
];

/** Whether the program made a page itself, instead of loading the pages of a community. */
function isOwnPage(page: Page): boolean {
  return page.url().startsWith('data:');
}

function withoutHash(address: string): string {
  return address.split('#', 1)[0] ?? '';
}
