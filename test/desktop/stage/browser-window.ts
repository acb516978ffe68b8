import { EventEmitter } from 'node:events';
import { app } from './app.ts';
import { offered } from './offered.ts';
import { WebContents, type Preferences } from './web-contents.ts';

interface WindowOptions {
  webPreferences?: Preferences;
  show?: boolean;
}

/** `BrowserWindow`, as far as it is used: it opens a page of Chromium; being shown is a matter of words. */
export class BrowserWindow extends EventEmitter {
  static readonly #all = new Set<BrowserWindow>();
  readonly #contents: WebContents;
  readonly #shown: BrowserWindow;
  #isVisible: boolean;
  #isFocused = false;
  #isMinimized = false;

  static getAllWindows(): BrowserWindow[] {
    return [...BrowserWindow.#all].map((window) => window.#shown);
  }

  constructor({ webPreferences = {}, show = true }: WindowOptions = {}) {
    super();
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

  isVisible(): boolean {
    return this.#isVisible;
  }

  isFocused(): boolean {
    return this.#isFocused;
  }

  isMinimized(): boolean {
    return this.#isMinimized;
  }

  close(): void {
    void this.#contents.close().then(() => {
      if (!BrowserWindow.#all.delete(this)) return;
      this.emit('closed');
      if (BrowserWindow.#all.size === 0) app.allWindowsClosed();
    });
  }
}

app.closeWindows = () => {
  const windows = BrowserWindow.getAllWindows();
  for (const window of windows) window.close();
  return windows.length > 0;
};
