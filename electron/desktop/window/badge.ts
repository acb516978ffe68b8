import { app, type BrowserWindow } from 'electron';
import type { HandlersOf } from '../../doors/ipc-channels';
import { drawCount } from './icons';
import type { ShownCommunity } from './scheme';
import { communityFrom } from './senders';
import type { TrayIcon } from './tray';
import { programWords } from '../labels';

/** The number of unread messages of all communities, on the icons: of the dock or taskbar, and beside the clock. */
export class Badge {
  readonly #tray: TrayIcon;
  readonly #window: () => BrowserWindow | null;
  readonly #counts = new Map<ShownCommunity, number>();

  constructor(tray: TrayIcon, window: () => BrowserWindow | null) {
    this.#tray = tray;
    this.#window = window;
  }

  /** How many are unread in a community. */
  of(community: ShownCommunity): number {
    return this.#counts.get(community) ?? 0;
  }

  /** Takes the number of unread messages from our pages. */
  handlers(onchange: () => void): HandlersOf<'badge'> {
    return {
      badge: (event, count) => {
        const community = communityFrom(event);
        if (community === null) return;
        this.tell(community, Math.max(0, Math.floor(Number(count) || 0)));
        onchange();
      },
    };
  }

  /** So many are unread in a community. */
  tell(community: ShownCommunity, count: number): void {
    // Nobody waits for an answer of people who aren't real.
    if (community !== 'practice') this.#counts.set(community, count);
    const sum = [...this.#counts.values()].reduce((all, one) => all + one, 0);
    app.setBadgeCount(sum);
    this.#tray.count(sum);
    if (process.platform === 'win32') void overlay(this.#window(), sum);
  }
}

async function overlay(window: BrowserWindow | null, count: number): Promise<void> {
  const image = count > 0 ? await drawCount(OVERLAY, count) : null;
  if (!window?.isDestroyed()) window?.setOverlayIcon(image, count > 0 ? programWords().unread(count) : '');
}

/** Windows shows it at 16 points, on screens of up to twice as many pixels. */
const OVERLAY = 32;
