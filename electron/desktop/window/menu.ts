import { Menu, type MenuItemConstructorOptions } from 'electron';
import { programWords } from '../labels';

/** What the menu does in the window. */
export interface MenuActs {
  /** Shows the settings. */
  settings: () => void;
}

/**
 * The menu of the program. On macOS, which carries out copying, pasting and quitting through it, it stands on top of the
 * screen; elsewhere Alt shows it, and its keys hold all the time. Electron's own would offer to reload the pages.
 */
export function setMenu(acts: MenuActs): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(process.platform === 'darwin' ? macMenu(acts) : menu(acts)));
}

type Items = MenuItemConstructorOptions[];

const LINE = { type: 'separator' } as const;

function macMenu(acts: MenuActs): Items {
  const words = programWords();
  const { program } = words;
  return [
    {
      label: 'Courtyard',
      submenu: [
        { role: 'about', label: program.about },
        LINE,
        settingsItem(acts),
        LINE,
        { role: 'services', label: program.services },
        LINE,
        { role: 'hide', label: program.hide },
        { role: 'hideOthers', label: program.hideOthers },
        { role: 'unhide', label: program.unhide },
        LINE,
        { role: 'quit', label: words.quit },
      ],
    },
    editMenu(),
    viewMenu(),
    {
      role: 'windowMenu',
      label: words.window.name,
      submenu: [
        { role: 'minimize', label: words.window.minimize },
        { role: 'zoom', label: words.window.zoom },
        { role: 'close', label: words.window.close },
        LINE,
        { role: 'front', label: words.window.front },
      ],
    },
  ];
}

function menu(acts: MenuActs): Items {
  const words = programWords();
  return [
    {
      label: 'Courtyard',
      submenu: [
        settingsItem(acts),
        LINE,
        { role: 'close', label: words.window.close },
        // Windows has Alt+F4 for it, and Electron no key of its own there.
        { role: 'quit', label: words.quit, accelerator: 'CommandOrControl+Q' },
      ],
    },
    editMenu(),
    viewMenu(),
  ];
}

function settingsItem({ settings }: MenuActs): MenuItemConstructorOptions {
  return { label: programWords().program.settings, accelerator: 'CommandOrControl+,', click: settings };
}

function editMenu(): MenuItemConstructorOptions {
  const words = programWords().edit;
  return {
    label: words.name,
    submenu: [
      { role: 'undo', label: words.undo },
      { role: 'redo', label: words.redo },
      LINE,
      { role: 'cut', label: words.cut },
      { role: 'copy', label: words.copy },
      { role: 'paste', label: words.paste },
      { role: 'selectAll', label: words.selectAll },
    ],
  };
}

function viewMenu(): MenuItemConstructorOptions {
  const words = programWords().view;
  return {
    label: words.name,
    submenu: [
      { role: 'zoomIn', label: words.larger },
      // Without Shift, where the plus stands on the key of the equals sign.
      { role: 'zoomIn', label: words.larger, accelerator: 'CommandOrControl+=', visible: false },
      { role: 'zoomOut', label: words.smaller },
      { role: 'resetZoom', label: words.usual },
      LINE,
      { role: 'togglefullscreen', label: words.fullScreen },
    ],
  };
}
