import { app, Menu, Tray } from 'electron';
import { drawIcon } from './icons';
import { programLabels } from '../labels';

/** The optional tray icon: opens the window, shows whether something is unread, and quits. */
export class TrayIcon {
  readonly #open: () => void;
  #tray: Tray | null = null;
  #isVisible = false;
  #count = 0;

  constructor(open: () => void) {
    this.#open = open;
  }

  /** Shows or removes the icon. */
  async setVisible(isVisible: boolean): Promise<void> {
    this.#isVisible = isVisible;
    if (!isVisible) {
      this.#tray?.destroy();
      this.#tray = null;
    } else if (!this.#tray) {
      const icon = await drawIcon(SIZE, this.#count > 0);
      // Visibility may have changed while the icon was drawn.
      if (!this.#isVisible || this.#tray) return;
      this.#tray = new Tray(icon);
      this.#tray.setContextMenu(this.#menu());
      this.#tray.on('click', this.#open);
      this.#updateToolTip();
    }
  }

  /** Sets the number of unread messages. */
  setUnread(count: number): void {
    const wasUnread = this.#count > 0;
    this.#count = count;
    this.#updateToolTip();
    if (wasUnread === count > 0) return;
    void drawIcon(SIZE, count > 0).then((icon) => this.#tray?.setImage(icon));
  }

  #updateToolTip(): void {
    this.#tray?.setToolTip(
      this.#count > 0 ? `${app.getName()} · ${programLabels().unread(this.#count)}` : app.getName(),
    );
  }

  #menu(): Menu {
    const labels = programLabels();
    return Menu.buildFromTemplate([
      { label: labels.open, click: this.#open },
      { type: 'separator' },
      { label: labels.quit, click: () => app.quit() },
    ]);
  }
}

/** Width of the icon in pixels; systems scale it down. */
const SIZE = 32;
