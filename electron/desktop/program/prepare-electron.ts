import { app, protocol } from 'electron';
import { setProgramPath } from '../../commands/program-command';
import { OWN_SCHEME } from '../window/scheme';
import { APP_ID } from './app-id';

/** Sets what Electron and messages must know before it is ready. */
export function prepareElectron(): void {
  // An AppImage is started by its own file: the program in it is mounted somewhere for this run only.
  if (app.isPackaged) setProgramPath(process.env['APPIMAGE'] ?? process.execPath);
  // By this Windows joins the window with the pinned icon, and says whose notifications they are. Only an installed
  // program has a shortcut with it.
  if (process.platform === 'win32' && app.isPackaged) app.setAppUserModelId(APP_ID);
  protocol.registerSchemesAsPrivileged([OWN_SCHEME]);
  app.enableSandbox();
}
