import { app, type BrowserWindow } from 'electron';
import type { HandlersOf } from '../../doors/ipc-channels';
import { DEMO_ID } from '../../../shared/bridge';
import { drawCount } from './icons';
import type { ShownCommunity } from './scheme';
import { communityFrom } from './senders';
import type { TrayIcon } from './tray';
import { programLabels } from '../labels';

/** Shows the number of unread messages of all communities on the dock or taskbar icon and in the tray. */
export class Badge {
  readonly #tray: TrayIcon;
  readonly #window: () => BrowserWindow | null;
  readonly #counts = new Map<ShownCommunity, number>();

  constructor(tray: TrayIcon, window: () => BrowserWindow | null) {
    this.#tray = tray;
    this.#window = window;
  }

  /** Returns the number of unread messages in a community. */
  of(community: ShownCommunity): number {
    return this.#counts.get(community) ?? 0;
  }

  /** Returns the IPC handlers with which pages report their number of unread messages. */
  handlers(onChange: () => void): HandlersOf<'badge'> {
    return {
      badge: (event, count) => {
        const community = communityFrom(event);
        if (community === null) return;
        this.setUnread(community, Math.max(0, Math.floor(Number(count) || 0)));
        onChange();
      },
    };
  }

  /** Sets the number of unread messages in a community. */
  setUnread(community: ShownCommunity, count: number): void {
    // Messages of the demo aren't real.
    if (community !== DEMO_ID) this.#counts.set(community, count);
    const sum = [...this.#counts.values()].reduce((total, unread) => total + unread, 0);
    app.setBadgeCount(sum);
    this.#tray.setUnread(sum);
    if (process.platform === 'win32') void setOverlay(this.#window(), sum);
  }
}

async function setOverlay(window: BrowserWindow | null, count: number): Promise<void> {
  const image = count > 0 ? await drawCount(OVERLAY_PIXELS, count) : null;
  if (!window?.isDestroyed()) window?.setOverlayIcon(image, count > 0 ? programLabels().unread(count) : '');
}

/** Windows displays the overlay at 16 points, on screens with up to two pixels per point. */
const OVERLAY_PIXELS = 32;
