import { request, type RequestOptions } from 'node:http';
import { addScheme, outward } from './addresses.ts';
import { app as theApp } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import { screen } from './chromium.ts';
import { ipcMain as theIpcMain } from './ipc-main.ts';
import { offered } from './offered.ts';
import { Emitter } from './emitter.ts';
import { handlers } from './permissions.ts';
import { Menu as theMenu, nativeImage, Notification, Tray } from './shown.ts';
import { forkUtility } from './utility-process.ts';

/**
 * A stand-in for the module `electron` of a main process: just the calls that the program uses, over a real Chromium.
 * What is missing here is an error there: an export at loading, anything else when it is called.
 */
export { BrowserWindow, nativeImage, Notification, Tray };

export const app = offered('app', theApp);
export const ipcMain = offered('ipcMain', theIpcMain);

export const protocol = offered('protocol', {
  registerSchemesAsPrivileged: (schemes: { scheme: string; privileges: Record<string, boolean> }[]) => {
    for (const { scheme, privileges } of schemes) {
      if (!privileges['standard'] || !privileges['secure'])
        throw new Error('The stand-in for Electron offers only standard, secure schemes');
      addScheme(scheme);
    }
  },
  handle: (scheme: string, handler: (request: Request) => Response | Promise<Response>) =>
    void screen.answers.set(scheme, handler),
  unhandle: (scheme: string) => void screen.answers.delete(scheme),
});

/** As Electron begins: with the language of the system. */
const spelling = { languages: ['en-GB'], isEnabled: true };

export const session = offered('session', {
  fromPartition: (name: string) => offered(`session ${name}`, {}),
  defaultSession: offered('session.defaultSession', {
    setPermissionCheckHandler: (handler: typeof handlers.check) => (handlers.check = handler),
    setPermissionRequestHandler: (handler: typeof handlers.request) => (handlers.request = handler),
    // Devices and screens can't be asked for where there are none.
    setDevicePermissionHandler: () => undefined,
    setDisplayMediaRequestHandler: () => undefined,
    setSpellCheckerLanguages: (languages: string[]) => void (spelling.languages = languages),
    setSpellCheckerEnabled: (isEnabled: boolean) => void (spelling.isEnabled = isEnabled),
    getSpellCheckerLanguages: () => spelling.languages,
    isSpellCheckerEnabled: () => spelling.isEnabled,
    // Chromium alone has no such order; it writes when it is closed.
    flushStorageData: () => undefined,
    clearStorageData: ({ origin }: { origin: string }) => screen.clear(outward(origin)),
  }),
});

/** The system's keeping of secrets: a lock whose key lies beside it, which is enough to tell what is locked. */
export const safeStorage = offered('safeStorage', {
  isAsyncEncryptionAvailable: () => Promise.resolve(true),
  encryptStringAsync: (text: string) => Promise.resolve(Buffer.from(text).map(turned)),
  decryptStringAsync: (sealed: Buffer) =>
    Promise.resolve({ shouldReEncrypt: false, result: Buffer.from(sealed.map(turned)).toString() }),
});

function turned(byte: number): number {
  return byte ^ 0x5a;
}

/** The system lets every program use the camera; on Linux nobody asks. */
export const systemPreferences = offered('systemPreferences', {
  askForMediaAccess: () => Promise.resolve(true),
  getMediaAccessStatus: () => 'granted',
});

export const utilityProcess = offered('utilityProcess', { fork: forkUtility });

export const Menu = offered('Menu', theMenu);
/** Electron's own updater is told by others that they are about to end the program. */
export const autoUpdater = new Emitter('autoUpdater', []);
export const nativeTheme = offered('nativeTheme', { shouldUseDarkColors: false });

export const net = offered('net', {
  // Node's own has the same events, as far as they are used.
  request: (options: RequestOptions) => request(options),
  // Chromium, too, asks again where a connection that it had kept is closed under its hands.
  fetch: (address: string, options?: RequestInit) =>
    fetch(address, options).catch(() => fetch(address, options)),
});

export const dialog = offered('dialog', {
  // Whoever tests says what the person chooses.
  showSaveDialog: () => Promise.resolve({ canceled: true, filePath: '' }),
  // The button that begins with STAGE_PRESS is pressed, else the box is dismissed.
  showMessageBox: (box: { message: string; detail?: string; buttons: string[]; cancelId?: number }) => {
    process.stderr.write(`${box.message}: ${box.detail ?? ''} [${box.buttons.join('] [')}]\n`);
    const pressed = box.buttons.findIndex((label) => label.startsWith(process.env['STAGE_PRESS'] ?? '?'));
    return Promise.resolve({
      response: pressed === -1 ? (box.cancelId ?? 0) : pressed,
      checkboxChecked: false,
    });
  },
  showErrorBox: (title: string, content: string) => process.stderr.write(`${title}: ${content}\n`),
});

export const shell = offered('shell', {
  openExternal: (): Promise<void> => Promise.reject(new Error('There is no browser on the stage')),
});

const electron = {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  Notification,
  protocol,
  safeStorage,
  session,
  shell,
  Tray,
  utilityProcess,
};

interface Question {
  id: number;
  /** A function of (electron, argument), as text. */
  source: string;
  argument: unknown;
}

/** The suite runs functions in here, as Playwright does in the real one. */
process.on('message', ({ id, source, argument }: Question) => {
  void (async () => {
    try {
      const act = (0, eval)(`(${source})`) as (given: typeof electron, argument: unknown) => unknown;
      process.send?.({ id, value: await act(electron, argument) });
    } catch (error) {
      process.send?.({ id, error: String(error) });
    }
  })();
});

process.on('SIGTERM', () => app.quit());
process.on('SIGINT', () => app.quit());
