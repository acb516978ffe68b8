import { app, type BrowserWindow, type IpcMain } from 'electron';
import { CHANNELS } from '../../shared/bridge';
import { drawCount } from './icons';
import { communityFrom } from './senders';
import type { TrayIcon } from './tray';
import { programWords } from './words';

/** Puts the number of unread messages that our pages tell on the icons: of the dock or taskbar, and beside the clock. */
export function showBadge(ipc: IpcMain, tray: TrayIcon, window: () => BrowserWindow | null): void {
  ipc.on(CHANNELS.badge, (event, asked: unknown) => {
    if (communityFrom(event) === null) return;
    const count = Math.max(0, Math.floor(Number(asked) || 0));
    app.setBadgeCount(count);
    tray.count(count);
    if (process.platform === 'win32') void overlay(window(), count);
  });
}

async function overlay(window: BrowserWindow | null, count: number): Promise<void> {
  const image = count > 0 ? await drawCount(OVERLAY, count) : null;
  if (!window?.isDestroyed()) window?.setOverlayIcon(image, count > 0 ? programWords().unread(count) : '');
}

/** Windows shows it at 16 points, on screens of up to twice as many pixels. */
const OVERLAY = 32;
