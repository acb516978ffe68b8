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
 * A stand-in for the `electron` module of a main process: only the functions that the program uses, on a real Chromium.
 * Anything missing is an error: an export at load time, anything else when it is called.
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

/** Electron's initial values, with the language of the system. */
const spelling = { languages: ['en-GB'], isEnabled: true };

export const session = offered('session', {
  fromPartition: (name: string) => offered(`session ${name}`, {}),
  // No download begins by itself here: tests emit them.
  defaultSession: offered(
    'session.defaultSession',
    Object.assign(new Emitter('session', ['will-download']), {
      setPermissionCheckHandler: (handler: typeof handlers.check) => (handlers.check = handler),
      setPermissionRequestHandler: (handler: typeof handlers.request) => (handlers.request = handler),
      // There are no devices or screens to request here.
      setDevicePermissionHandler: () => undefined,
      setDisplayMediaRequestHandler: () => undefined,
      setSpellCheckerLanguages: (languages: string[]) => void (spelling.languages = languages),
      setSpellCheckerEnabled: (isEnabled: boolean) => void (spelling.isEnabled = isEnabled),
      getSpellCheckerLanguages: () => spelling.languages,
      isSpellCheckerEnabled: () => spelling.isEnabled,
      // Chromium has no such command; it writes its data when it is closed.
      flushStorageData: () => undefined,
      clearStorageData: ({ origin }: { origin: string }) => screen.clear(outward(origin)),
    }),
  ),
});

/** Secret storage with a fixed key: enough to distinguish encrypted from plain data. */
export const safeStorage = offered('safeStorage', {
  isAsyncEncryptionAvailable: () => Promise.resolve(true),
  encryptStringAsync: (text: string) => Promise.resolve(Buffer.from(text).map(turned)),
  decryptStringAsync: (sealed: Buffer) =>
    Promise.resolve({ shouldReEncrypt: false, result: Buffer.from(sealed.map(turned)).toString() }),
});

function turned(byte: number): number {
  return byte ^ 0x5a;
}

/** The system allows the camera; Linux has no such permission. */
export const systemPreferences = offered('systemPreferences', {
  askForMediaAccess: () => Promise.resolve(true),
  getMediaAccessStatus: () => 'granted',
});

export const utilityProcess = offered('utilityProcess', { fork: forkUtility });

/** A test may emit that the computer woke up. */
export const powerMonitor = offered(
  'powerMonitor',
  Object.assign(new Emitter('powerMonitor', ['resume']), { getSystemIdleTime: () => 0 }),
);

export const Menu = offered('Menu', theMenu);
/** Other code announces through Electron's updater that it is about to end the program. */
export const autoUpdater = new Emitter('autoUpdater', []);
export const nativeTheme = offered('nativeTheme', { shouldUseDarkColors: false });

export const net = offered('net', {
  // Node's own request emits the same events that the program uses.
  request: (options: RequestOptions) => request(options),
  // Chromium also retries when a kept-alive connection is closed during a request.
  fetch: (address: string, options?: RequestInit) =>
    fetch(address, options).catch(() => fetch(address, options)),
});

export const dialog = offered('dialog', {
  // Tests override this with the person's choice.
  showSaveDialog: () => Promise.resolve({ canceled: true, filePath: '' }),
  showOpenDialog: () => Promise.resolve({ canceled: true, filePaths: [] }),
  // Presses the button that begins with STAGE_PRESS; without it, dismisses the dialog.
  showMessageBox: (box: { message: string; detail?: string; buttons: string[]; cancelId?: number }) => {
    process.stderr.write(`${box.message}: ${box.detail ?? ''} [${box.buttons.join('] [')}]\n`);
    const pressed = box.buttons.findIndex((label) => label.startsWith(process.env['STAGE_PRESS'] ?? '?'));
    return Promise.resolve({
      response: pressed === -1 ? (box.cancelId ?? 0) : pressed,
      checkboxChecked: false,
    });
  },
  /** Dismisses the dialog. Tests override this with the person's choice. */
  showMessageBoxSync: (_window: BrowserWindow, { cancelId = 0 }: { cancelId?: number }) => cancelId,
  showErrorBox: (title: string, content: string) => process.stderr.write(`${title}: ${content}\n`),
});

export const shell = offered('shell', {
  openExternal: (): Promise<void> => Promise.reject(new Error('There is no browser on the stage')),
  /** Tests override this. */
  showItemInFolder: () => undefined,
});

const electron = {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  session,
  shell,
  Tray,
  utilityProcess,
};

interface Question {
  id: number;
  /** The source of a function of (electron, argument). */
  source: string;
  argument: unknown;
}

/** Tests run functions in this process, as Playwright does in real Electron. */
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
