import { Emitter } from './emitter.ts';
import { offered } from './offered.ts';

interface NotificationOptions {
  title: string;
  body: string;
  silent: boolean;
  hasReply?: boolean;
  replyPlaceholder?: string;
}

/** `Notification`: tests can read the notifications that are shown and act on them. */
export class Notification extends Emitter {
  static readonly all = new Set<Notification>();
  readonly title: string;
  readonly body: string;
  readonly silent: boolean;

  static isSupported(): boolean {
    return true;
  }

  constructor({ title, body, silent }: NotificationOptions) {
    super('Notification', ['click', 'close', 'reply']);
    this.title = title;
    this.body = body;
    this.silent = silent;
    return offered('Notification', this);
  }

  show(): void {
    Notification.all.add(this);
  }

  close(): void {
    if (!Notification.all.delete(this)) return;
    this.emit('close', {});
  }
}

export interface MenuItem {
  label?: string;
  role?: string;
  enabled?: boolean;
  accelerator?: string;
  submenu?: MenuItem[];
  click?: () => void;
}

/** A menu, stored when it is shown. */
interface ShownMenu {
  items: MenuItem[];
  popup: () => void;
}

/** `Menu`: the last application menu and the last context menu. */
export const Menu = {
  ofProgram: null as ShownMenu | null,
  atPointer: null as ShownMenu | null,
  setApplicationMenu: (menu: ShownMenu) => void (Menu.ofProgram = menu),
  getApplicationMenu: () => Menu.ofProgram,
  buildFromTemplate: (items: MenuItem[]): ShownMenu => {
    const menu: ShownMenu = offered('menu', { items, popup: () => void (Menu.atPointer = menu) });
    return menu;
  },
};

/** `Tray`: the icons that are shown, with their menus. */
export class Tray extends Emitter {
  static readonly all = new Set<Tray>();
  tip = '';
  menu: { items: MenuItem[] } | null = null;
  image: object;
  readonly #shown: Tray;

  constructor(image: object) {
    super('Tray', ['click']);
    this.image = image;
    this.#shown = offered('Tray', this);
    Tray.all.add(this.#shown);
    return this.#shown;
  }

  setImage(image: object): void {
    this.image = image;
  }

  setToolTip(tip: string): void {
    this.tip = tip;
  }

  setContextMenu(menu: { items: MenuItem[] }): void {
    this.menu = menu;
  }

  destroy(): void {
    Tray.all.delete(this.#shown);
  }
}

/** `nativeImage`: only the size of an image in bytes is needed here. */
export const nativeImage = offered('nativeImage', {
  createFromBuffer: (bytes: Buffer) => ({ bytes: bytes.length }),
});
