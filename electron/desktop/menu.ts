import { Menu } from 'electron';

/**
 * macOS carries out copying, pasting and quitting through the menu, in the system's own words. Elsewhere there is none:
 * Electron's would offer to reload the pages.
 */
export function setMenu(): void {
  Menu.setApplicationMenu(
    process.platform === 'darwin'
      ? Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' }])
      : null,
  );
}
