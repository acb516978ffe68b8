import { Menu, type MenuItemConstructorOptions } from 'electron';
import { programLabels } from '../labels';

/** Actions of the menu that concern the window. */
export interface MenuActions {
  /** Shows the settings. */
  settings: () => void;
}

/**
 * Sets the application menu. macOS shows it at the top of the screen and needs it for copy, paste and quit; elsewhere
 * Alt shows it, and its shortcuts always work. Electron's default menu would offer to reload the pages.
 */
export function setMenu(actions: MenuActions): void {
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(process.platform === 'darwin' ? macMenu(actions) : menu(actions)),
  );
}

type Items = MenuItemConstructorOptions[];

const SEPARATOR = { type: 'separator' } as const;

function macMenu(actions: MenuActions): Items {
  const labels = programLabels();
  const { program } = labels;
  return [
    {
      label: 'Courtyard',
      submenu: [
        { role: 'about', label: program.about },
        SEPARATOR,
        settingsItem(actions),
        SEPARATOR,
        { role: 'services', label: program.services },
        SEPARATOR,
        { role: 'hide', label: program.hide },
        { role: 'hideOthers', label: program.hideOthers },
        { role: 'unhide', label: program.unhide },
        SEPARATOR,
        { role: 'quit', label: labels.quit },
      ],
    },
    editMenu(),
    viewMenu(),
    {
      role: 'windowMenu',
      label: labels.window.name,
      submenu: [
        { role: 'minimize', label: labels.window.minimize },
        { role: 'zoom', label: labels.window.zoom },
        { role: 'close', label: labels.window.close },
        SEPARATOR,
        { role: 'front', label: labels.window.front },
      ],
    },
  ];
}

function menu(actions: MenuActions): Items {
  const labels = programLabels();
  return [
    {
      label: 'Courtyard',
      submenu: [
        settingsItem(actions),
        SEPARATOR,
        { role: 'close', label: labels.window.close },
        // Windows has Alt+F4, but Electron defines no shortcut for quitting there.
        { role: 'quit', label: labels.quit, accelerator: 'CommandOrControl+Q' },
      ],
    },
    editMenu(),
    viewMenu(),
  ];
}

function settingsItem({ settings }: MenuActions): MenuItemConstructorOptions {
  return { label: programLabels().program.settings, accelerator: 'CommandOrControl+,', click: settings };
}

function editMenu(): MenuItemConstructorOptions {
  const labels = programLabels().edit;
  return {
    label: labels.name,
    submenu: [
      { role: 'undo', label: labels.undo },
      { role: 'redo', label: labels.redo },
      SEPARATOR,
      { role: 'cut', label: labels.cut },
      { role: 'copy', label: labels.copy },
      { role: 'paste', label: labels.paste },
      { role: 'selectAll', label: labels.selectAll },
    ],
  };
}

function viewMenu(): MenuItemConstructorOptions {
  const labels = programLabels().view;
  return {
    label: labels.name,
    submenu: [
      { role: 'zoomIn', label: labels.larger },
      // Zooms in without Shift on keyboards where plus shares a key with the equals sign.
      { role: 'zoomIn', label: labels.larger, accelerator: 'CommandOrControl+=', visible: false },
      { role: 'zoomOut', label: labels.smaller },
      { role: 'resetZoom', label: labels.usual },
      SEPARATOR,
      { role: 'togglefullscreen', label: labels.fullScreen },
    ],
  };
}
