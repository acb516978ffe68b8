import { app } from './app.ts';
import { Emitter } from './emitter.ts';
import { offered } from './offered.ts';
import { WebContents, type Preferences } from './web-contents.ts';

interface WindowOptions {
  webPreferences?: Preferences;
  show?: boolean;
}

/**
 * `BrowserWindow`, with the parts that the program uses, on a page of Chromium. Showing and hiding only changes a flag.
 */
export class BrowserWindow extends Emitter {
  static readonly #all = new Set<BrowserWindow>();
  readonly #contents: WebContents;
  readonly #shown: BrowserWindow;
  #isVisible: boolean;
  #isFocused = false;
  #isMinimized = false;

  static getAllWindows(): BrowserWindow[] {
    return [...BrowserWindow.#all].map((window) => window.#shown);
  }

  constructor(options: WindowOptions = {}) {
    super('BrowserWindow', ['close', 'closed', 'ready-to-show']);
    requireKnown(options);
    const { webPreferences = {}, show = true } = options;
    this.#isVisible = show;
    this.#contents = new WebContents(webPreferences, app.getPath('userData'));
    this.#shown = offered('BrowserWindow', this);
    BrowserWindow.#all.add(this);
    app.emit('web-contents-created', {}, this.#contents.shown);
    return this.#shown;
  }

  get webContents(): WebContents {
    return this.#contents.shown;
  }

  async loadURL(address: string): Promise<void> {
    await this.#contents.load(address);
    this.emit('ready-to-show');
  }

  /** The share of the taskbar's progress; negative for none. */
  progress = -1;

  setProgressBar(share: number): void {
    this.progress = share;
  }

  show(): void {
    this.#isVisible = this.#isFocused = true;
  }

  focus(): void {
    this.#isFocused = true;
  }

  blur(): void {
    this.#isFocused = false;
  }

  minimize(): void {
    this.#isMinimized = true;
    this.#isFocused = false;
  }

  restore(): void {
    this.#isMinimized = false;
  }

  hide(): void {
    this.#isVisible = this.#isFocused = false;
  }

  isVisible(): boolean {
    return this.#isVisible;
  }

  isFocused(): boolean {
    return this.#isFocused;
  }

  isMinimized(): boolean {
    return this.#isMinimized;
  }

  isDestroyed(): boolean {
    return !BrowserWindow.#all.has(this);
  }

  close(): void {
    const event = {
      defaultPrevented: false,
      preventDefault: () => (event.defaultPrevented = true),
    };
    this.emit('close', event);
    if (event.defaultPrevented) return app.closeCancelled();
    void this.#contents.close().then((isClosed) => {
      if (!isClosed) return app.closeCancelled();
      if (!BrowserWindow.#all.delete(this)) return;
      this.emit('closed');
      if (BrowserWindow.#all.size === 0) app.allWindowsClosed();
    });
  }
}

/** The supported window options. Most only change the appearance, which the stand-in ignores. */
const OPTIONS = [
  'webPreferences',
  'show',
  'autoHideMenuBar',
  'backgroundColor',
  'height',
  'minHeight',
  'minWidth',
  'name',
  'title',
  'width',
  'windowStatePersistence',
];

function requireKnown(options: object): void {
  for (const key of Object.keys(options))
    if (!OPTIONS.includes(key))
      throw new Error(`The stand-in for Electron knows no option ${key} of a window`);
}

app.closeWindows = () => {
  const windows = BrowserWindow.getAllWindows();
  for (const window of windows) window.close();
  return windows.length > 0;
};
