import { app, BrowserWindow, nativeTheme, type WebPreferences } from 'electron';
import { enableContextMenu } from './context-menu';
import { askBeforeLeaving } from './leaving';
import { communityAt, type ShownCommunity } from './scheme';

/** What a window loads, and what it reports. */
export interface WindowOptions {
  /** Path of the built preload script. */
  preload: string;
  /** URL of the page with its hash. */
  address: string;
  /** Whether closing the window only hides it because the program keeps running. */
  staysOpen: () => boolean;
  /** The pages of a community are displayed from now on. */
  onDisplay: (community: ShownCommunity) => void;
  /** The person stays on the pages instead of leaving them or quitting. */
  onStay: () => void;
}

/** Opens a window with our pages and shows it once they are drawn. */
export function openWindow({ preload, address, staysOpen, onDisplay, onStay }: WindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    title: 'Courtyard',
    // Chromium stores the position by this name and restores it on an existing screen.
    name: 'main',
    windowStatePersistence: true,
    width: 1200,
    height: 800,
    minWidth: 360,
    minHeight: 480,
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    autoHideMenuBar: true,
    webPreferences: preferences(preload),
  });
  window.once('ready-to-show', () => window.show());
  window.on('close', (event) => {
    if (!staysOpen()) return;
    event.preventDefault();
    window.hide();
  });
  // Pages that are to be replaced may keep themselves.
  window.webContents.on('did-navigate', (_event, url) => {
    const community = communityAt(url);
    if (community !== null) onDisplay(community);
  });
  askBeforeLeaving(window, onStay);
  enableContextMenu(window);
  void window.loadURL(address);
  return window;
}

/** Brings a window to the front. */
export function showWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** The design's `--bg`, so that nothing flashes before the page is drawn. */
const BACKGROUND = { light: '#faf8f5', dark: '#171513' };

/** Electron's security checklist with the defaults made explicit, so that a later version cannot change them. */
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
    // Controlled by spelling.ts.
    spellcheck: true,
  };
}
