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

  /** Number of unread messages in a community. */
  of(community: ShownCommunity): number {
    return this.#counts.get(community) ?? 0;
  }

  /** Takes the number of unread messages from our pages. */
  handlers(onchange: () => void): HandlersOf<'badge'> {
    return {
      badge: (event, count) => {
        const community = communityFrom(event);
        if (community === null) return;
        this.setUnread(community, Math.max(0, Math.floor(Number(count) || 0)));
        onchange();
      },
    };
  }

  /** Sets the number of unread messages in a community. */
  setUnread(community: ShownCommunity, count: number): void {
    // Demo people don't count.
    if (community !== DEMO_ID) this.#counts.set(community, count);
    const sum = [...this.#counts.values()].reduce((all, one) => all + one, 0);
    app.setBadgeCount(sum);
    this.#tray.setUnread(sum);
    if (process.platform === 'win32') void setOverlay(this.#window(), sum);
  }
}

async function setOverlay(window: BrowserWindow | null, count: number): Promise<void> {
  const image = count > 0 ? await drawCount(OVERLAY_PIXELS, count) : null;
  if (!window?.isDestroyed()) window?.setOverlayIcon(image, count > 0 ? programLabels().unread(count) : '');
}

/** Windows displays it at 16 points, on screens with up to twice as many pixels. */
const OVERLAY_PIXELS = 32;
