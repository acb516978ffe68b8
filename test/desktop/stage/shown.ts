import { Emitter } from './emitter.ts';
import { offered } from './offered.ts';

interface NotificationOptions {
  title: string;
  body: string;
  silent: boolean;
  hasReply?: boolean;
  replyPlaceholder?: string;
}

/** `Notification`: those that stand are kept, so that whoever tests sees them and does something with them. */
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

/** A menu: what was shown of it last is kept. */
interface ShownMenu {
  items: MenuItem[];
  popup: () => void;
}

/** `Menu`: the one of the program, and the one at the pointer, each as it was made. */
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

/** `Tray`: the icons that stand, with their menus. */
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

/** `nativeImage`: of an image its bytes are enough here. */
export const nativeImage = offered('nativeImage', {
  createFromBuffer: (bytes: Buffer) => ({ bytes: bytes.length }),
});
