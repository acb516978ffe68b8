import { app, session, shell, type BrowserWindow } from 'electron';
import { Downloads } from './downloads';

/** Creates the `Downloads` that handle every download of the default session. */
export function sessionDownloads(window: () => BrowserWindow | null): Downloads {
  const downloads = new Downloads({
    folder: () => app.getPath('downloads'),
    window,
    reveal: (path) => shell.showItemInFolder(path),
  });
  session.defaultSession.on('will-download', (event, item) => downloads.begin(event, item));
  return downloads;
}
