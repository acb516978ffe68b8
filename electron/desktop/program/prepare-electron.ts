import { app, protocol } from 'electron';
import { OWN_SCHEME } from '../window/scheme';
import { APP_ID } from './app-id';

/** Sets what Electron must know before it is ready. */
export function prepareElectron(): void {
  // By this Windows joins the window with the pinned icon, and says whose notifications they are. Only an installed
  // program has a shortcut with it.
  if (process.platform === 'win32' && app.isPackaged) app.setAppUserModelId(APP_ID);
  protocol.registerSchemesAsPrivileged([OWN_SCHEME]);
  app.enableSandbox();
}
