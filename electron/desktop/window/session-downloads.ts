import { app, session, shell, type BrowserWindow } from 'electron';
import { Downloads } from './downloads';

/** Handles all downloads of the window; see `Downloads`. */
export function sessionDownloads(window: () => BrowserWindow | null): Downloads {
  const downloads = new Downloads({
    folder: () => app.getPath('downloads'),
    window,
    reveal: (path) => shell.showItemInFolder(path),
  });
  session.defaultSession.on('will-download', (event, item) => downloads.begin(event, item));
  return downloads;
}
