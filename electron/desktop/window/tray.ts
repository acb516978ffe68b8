import { app, Menu, Tray } from 'electron';
import { drawIcon } from './icons';
import { programWords } from '../labels';

/** The icon beside the clock, while it is wanted: opens the window, shows whether something is unread, and quits. */
export class TrayIcon {
  readonly #open: () => void;
  #tray: Tray | null = null;
  #isWanted = false;
  #count = 0;

  constructor(open: () => void) {
    this.#open = open;
  }

  /** Puts it there or takes it away. */
  async want(isWanted: boolean): Promise<void> {
    this.#isWanted = isWanted;
    if (!isWanted) {
      this.#tray?.destroy();
      this.#tray = null;
    } else if (!this.#tray) {
      const icon = await drawIcon(SIZE, this.#count > 0);
      // It may have been taken back, or put there, while it was drawn.
      if (!this.#isWanted || this.#tray) return;
      this.#tray = new Tray(icon);
      this.#tray.setContextMenu(this.#menu());
      this.#tray.on('click', this.#open);
      this.#tell();
    }
  }

  /** So many messages are unread. */
  count(count: number): void {
    const wasUnread = this.#count > 0;
    this.#count = count;
    this.#tell();
    if (wasUnread === count > 0) return;
    void drawIcon(SIZE, count > 0).then((icon) => this.#tray?.setImage(icon));
  }

  #tell(): void {
    this.#tray?.setToolTip(
      this.#count > 0 ? `${app.getName()} · ${programWords().unread(this.#count)}` : app.getName(),
    );
  }

  #menu(): Menu {
    const words = programWords();
    return Menu.buildFromTemplate([
      { label: words.open, click: this.#open },
      { type: 'separator' },
      { label: words.quit, click: () => app.quit() },
    ]);
  }
}

/** Pixels; systems make it smaller themselves. */
const SIZE = 32;
