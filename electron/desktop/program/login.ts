import { app } from 'electron';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { autostartPath, desktopEntryOf } from './autostart';

/** Whether the program starts at login; null if it isn't installed. */
export function opensAtLogin(): boolean | null {
  if (!app.isPackaged) return null;
  if (process.platform === 'linux') return existsSync(autostartPath());
  return app.getLoginItemSettings().openAtLogin;
}

/** Turns starting at login on or off. */
export function openAtLogin(isWanted: boolean): void {
  if (opensAtLogin() === null) return;
  if (process.platform !== 'linux') return app.setLoginItemSettings({ openAtLogin: isWanted });
  const path = autostartPath();
  if (!isWanted) return rmSync(path, { force: true });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, desktopEntryOf(process.env['APPIMAGE'] ?? process.execPath));
}
