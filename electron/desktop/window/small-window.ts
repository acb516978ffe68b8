import { app, BrowserWindow } from 'electron';
import { programLabels, programLanguage } from '../labels';
import { passphrasePage, READ_PASSPHRASE } from './passphrase-page';

/** Asks for the passphrase of encrypted backups in a window of its own; null if the person cancels. */
export async function askPassphrase(isWrong: boolean): Promise<string | null> {
  const window = await openSmallWindow(passphrasePage(programLabels().passphrase, isWrong));
  const typed = window.webContents.executeJavaScript(READ_PASSPHRASE) as Promise<string | null>;
  const given = await Promise.race([typed.catch(() => null), closed(window)]);
  await close(window);
  return given;
}

/** Shows a text in a window of its own while some work runs. */
export async function whileShowing<T>(text: string, work: () => Promise<T>): Promise<T> {
  const window = await openSmallWindow(`<p role="status">${text}</p>`);
  try {
    return await work();
  } finally {
    await close(window);
  }
}

const STYLE = `
  :root { color-scheme: light dark; font: 15px system-ui, sans-serif; }
  body { display: grid; align-content: center; min-block-size: 100vh; margin: 0; padding: 24px; box-sizing: border-box; }
  form, label { display: grid; gap: 12px; }
  input, button { font: inherit; padding: 8px 12px; }
  p { margin: 0; }
  [role=status] { text-align: center; }
  [role=alert] { font-weight: 600; }
  footer { display: flex; justify-content: flex-end; gap: 12px; }`;

async function openSmallWindow(content: string): Promise<BrowserWindow> {
  // The program would quit when its only window is closed.
  app.on('window-all-closed', stayOpen);
  const window = new BrowserWindow({
    title: 'Courtyard',
    width: 440,
    height: 270,
    autoHideMenuBar: true,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false },
  });
  const head = `<meta charset="utf-8"><title>Courtyard</title><style>${STYLE}</style>`;
  const page = `<!doctype html><html lang="${programLanguage()}">${head}${content}`;
  await window.loadURL(`data:text/html;charset=utf-8,${encodeURIComponent(page)}`);
  return window;
}

async function close(window: BrowserWindow): Promise<void> {
  if (!window.isDestroyed()) {
    const isClosed = closed(window);
    window.close();
    await isClosed;
  }
  app.off('window-all-closed', stayOpen);
}

function closed(window: BrowserWindow): Promise<null> {
  return new Promise((resolve) => window.once('closed', () => resolve(null)));
}

const stayOpen = () => undefined;
