import { app, BrowserWindow } from 'electron';
import { programLabels, programLanguage } from '../labels';
import { passphrasePage, READ_PASSPHRASE } from './passphrase-page';

/** Asks for the passphrase of an encrypted backup in a separate window. Returns null if the person cancels. */
export async function askPassphrase(isWrong: boolean): Promise<string | null> {
  const window = await openDialogWindow(passphrasePage(programLabels().passphrase, isWrong));
  const typed = window.webContents.executeJavaScript(READ_PASSPHRASE) as Promise<string | null>;
  const passphrase = await Promise.race([typed.catch(() => null), whenClosed(window)]);
  await closeWindow(window);
  return passphrase;
}

/** Shows a text in a separate window until the work is done, and returns its result. */
export async function withProgressWindow<T>(text: string, work: () => Promise<T>): Promise<T> {
  const window = await openDialogWindow(`<p role="status">${text}</p>`);
  try {
    return await work();
  } finally {
    await closeWindow(window);
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

async function openDialogWindow(content: string): Promise<BrowserWindow> {
  // The program would quit when its only window is closed.
  app.on('window-all-closed', keepProgramRunning);
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

async function closeWindow(window: BrowserWindow): Promise<void> {
  if (!window.isDestroyed()) {
    const isClosed = whenClosed(window);
    window.close();
    await isClosed;
  }
  app.off('window-all-closed', keepProgramRunning);
}

function whenClosed(window: BrowserWindow): Promise<null> {
  return new Promise((resolve) => window.once('closed', () => resolve(null)));
}

const keepProgramRunning = () => undefined;
