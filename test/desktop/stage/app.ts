import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen } from './chromium.ts';
import { Emitter } from './emitter.ts';

/** `app`: the lifecycle of the program, with the parts that the program uses. */
class App extends Emitter {
  readonly isPackaged = process.env['STAGE_PACKAGED'] === '1';
  /** Set by the window module: closes all windows; returns whether there were any. */
  closeWindows: () => boolean = () => false;
  readonly #paths = new Map<string, string>();
  #isQuitting = false;
  #relaunches = false;

  constructor() {
    super('app', EVENTS);
  }

  /** Called only on Windows. */
  setAppUserModelId(): void {}

  enableSandbox(): void {}

  whenReady(): Promise<void> {
    return Promise.resolve();
  }

  setPath(name: string, path: string): void {
    this.#paths.set(name, path);
  }

  getPath(name: string): string {
    const path = this.#paths.get(name);
    if (path === undefined) throw new Error(`The stand-in for Electron has no path ${name} unless it is set`);
    return path;
  }

  /** Allows one program per profile; the first receives `second-instance` when another one starts. */
  requestSingleInstanceLock(): boolean {
    const lock = join(this.getPath('userData'), 'stage.lock');
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
    } catch {
      const first = Number(readFileSync(lock, 'utf8'));
      if (isAlive(first)) {
        writeFileSync(`${lock}.argv`, JSON.stringify(process.argv));
        process.kill(first, SECOND);
        return false;
      }
      writeFileSync(lock, String(process.pid));
    }
    process.on(SECOND, () => {
      const argv = JSON.parse(readFileSync(`${lock}.argv`, 'utf8')) as string[];
      this.emit('second-instance', {}, argv, '', null);
    });
    return true;
  }

  /** Closes the windows first; the program quits after the last one. */
  quit(): void {
    if (this.#isQuitting) return;
    this.#isQuitting = true;
    this.emit('before-quit', {});
    if (!this.closeWindows()) this.#end();
  }

  getVersion(): string {
    return (JSON.parse(readFileSync(join(this.getAppPath(), 'package.json'), 'utf8')) as { version: string })
      .version;
  }

  getAppPath(): string {
    return join(import.meta.dirname, '../../..');
  }

  setAsDefaultProtocolClient(): boolean {
    return true;
  }

  getName(): string {
    return 'Courtyard';
  }

  getLocale(): string {
    return 'en-GB';
  }

  getFileIcon(): Promise<object> {
    return Promise.resolve({});
  }

  /** The count on the icon in the dock or taskbar. */
  badge = 0;

  setBadgeCount(count: number): boolean {
    this.badge = count;
    return true;
  }

  getBadgeCount(): number {
    return this.badge;
  }

  /** Doesn't start a new program: the test does, after this one has ended. */
  relaunch(): void {
    this.#relaunches = true;
  }

  exit(code = 0): void {
    if (this.#relaunches) process.send?.({ relaunched: true });
    void screen
      .close()
      .catch(() => undefined)
      .then(() => process.exit(code));
  }

  /** Called by the window module when a window stays open that was to be closed: the program doesn't quit. */
  closeCancelled(): void {
    this.#isQuitting = false;
  }

  /** Called by the window module when the last window was closed. */
  allWindowsClosed(): void {
    if (this.#isQuitting) this.#end();
    else this.emit('window-all-closed');
  }

  #end(): void {
    const event = {
      defaultPrevented: false,
      preventDefault: () => (event.defaultPrevented = true),
    };
    this.emit('will-quit', event);
    if (!event.defaultPrevented) this.exit(0);
  }
}

const EVENTS = [
  // `activate` is only emitted on macOS, by a click in the Dock.
  'activate',
  'before-quit',
  // `open-url` is also only emitted on macOS.
  'open-url',
  'second-instance',
  'web-contents-created',
  'will-quit',
  'window-all-closed',
];

const SECOND = 'SIGUSR2';

function isAlive(process_: number): boolean {
  try {
    return process.kill(process_, 0);
  } catch {
    return false;
  }
}

export const app = new App();
