import { app, BrowserWindow } from 'electron';
import { programLabels } from '../labels';

/** Asks for the passphrase of encrypted backups in a window of its own; null if the person closes it. */
export async function askPassphrase(isWrong: boolean): Promise<string | null> {
  const { passphrase: text } = programLabels();
  const window = await openSmallWindow(`
    <form>
      <label>${isWrong ? text.wrong : text.label}<input type="password" required autofocus /></label>
      <button>${text.confirm}</button>
    </form>`);
  const typed = window.webContents.executeJavaScript(READ_INPUT) as Promise<string>;
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

/** Resolves to what is typed once the form is sent. */
const READ_INPUT = `new Promise((resolve) => {
  document.forms[0].addEventListener('submit', (event) => {
    event.preventDefault();
    resolve(document.querySelector('input').value);
  });
})`;

const STYLE = `
  :root { color-scheme: light dark; font: 15px system-ui, sans-serif; }
  body { display: grid; align-content: center; min-block-size: 100vh; margin: 0; padding: 24px; box-sizing: border-box; }
  form, label { display: grid; gap: 12px; }
  input, button { font: inherit; padding: 8px 12px; }
  button { justify-self: end; }
  p { text-align: center; }`;

async function openSmallWindow(content: string): Promise<BrowserWindow> {
  // The program would quit when its only window is closed.
  app.on('window-all-closed', stayOpen);
  const window = new BrowserWindow({
    title: 'Courtyard',
    width: 440,
    height: 220,
    autoHideMenuBar: true,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false },
  });
  const page = `<!doctype html><meta charset="utf-8"><title>Courtyard</title><style>${STYLE}</style>${content}`;
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
