import { app, BrowserWindow, nativeTheme, type WebPreferences } from 'electron';
import { offerContextMenu } from './context-menu';

export interface WindowOptions {
  /** The built preload script. */
  preload: string;
  /** The page, with its hash. */
  address: string;
  /** Whether closing it leaves the program running, so that it only goes out of sight. */
  staysOpen: () => boolean;
}

/** Opens a window on the pages and shows it once they are drawn. */
export function openWindow({ preload, address, staysOpen }: WindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    title: 'Courtyard',
    // By its name Chromium keeps where it stood, and puts it back on a screen that is there.
    name: 'main',
    windowStatePersistence: true,
    width: 1200,
    height: 800,
    minWidth: 360,
    minHeight: 480,
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? GROUND.dark : GROUND.light,
    autoHideMenuBar: true,
    webPreferences: preferences(preload),
  });
  window.once('ready-to-show', () => window.show());
  window.on('close', (event) => {
    if (!staysOpen()) return;
    event.preventDefault();
    window.hide();
  });
  offerContextMenu(window);
  void window.loadURL(address);
  return window;
}

/** Brings a window to the front, wherever it is. */
export function showWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** `--bg` of the design, so that nothing flashes before the page has drawn. */
const GROUND = { light: '#faf8f5', dark: '#171513' };

/** Electron's security checklist, defaults included: none of it is left to a later version's choice. */
function preferences(preload: string): WebPreferences {
  return {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    plugins: false,
    navigateOnDragDrop: false,
    safeDialogs: true,
    devTools: !app.isPackaged,
    // As far as the person wants it: see spelling.ts.
    spellcheck: true,
  };
}
