import { app } from 'electron';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { autostartEntry, entryOf } from './autostart';

/** Whether the program is started with the computer; null where it is not installed, and so has no lasting place. */
export function opensAtLogin(): boolean | null {
  if (!app.isPackaged) return null;
  if (process.platform === 'linux') return existsSync(autostartEntry());
  return app.getLoginItemSettings().openAtLogin;
}

/** Lets it be started with the computer, or not. */
export function openAtLogin(isWanted: boolean): void {
  if (opensAtLogin() === null) return;
  if (process.platform !== 'linux') return app.setLoginItemSettings({ openAtLogin: isWanted });
  const path = autostartEntry();
  if (!isWanted) return rmSync(path, { force: true });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, entryOf(process.env['APPIMAGE'] ?? process.execPath));
}
