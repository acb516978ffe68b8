import { expect as playwrightExpect } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { stage, testDesktop } from '../desktop';
import type { Menu as StageMenu, MenuItem } from '../stage/shown';

const expectOf = playwrightExpect.configure({ timeout: 30_000 });

type Stage = { Menu: typeof StageMenu };

// Real Electron can't be asked what the system shows.
describe.runIf(stage === 'the stand-in')('the menu', () => {
  const desktop = testDesktop();

  it('of the program has shortcuts and opens the settings', async () => {
    const items = await desktop.inProgram((electron) => {
      const { ofProgram } = (electron as unknown as Stage).Menu;
      return JSON.parse(JSON.stringify(ofProgram?.items)) as MenuItem[];
    }, null);
    expect(items.map(({ label }) => label)).toEqual(['Courtyard', 'Edit', 'View']);
    const roles = items.flatMap(({ submenu = [] }) => submenu.flatMap(({ role }) => role ?? []));
    expect(roles).toEqual([
      ...['close', 'quit'],
      ...['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll'],
      ...['zoomIn', 'zoomIn', 'zoomOut', 'resetZoom', 'togglefullscreen'],
    ]);
    expect(items[0]?.submenu?.[0]).toMatchObject({ label: 'Settings…', accelerator: 'CommandOrControl+,' });
    await desktop.inProgram((electron) => {
      (electron as unknown as Stage).Menu.ofProgram?.items[0]?.submenu?.[0]?.click?.();
    }, null);
    await expectOf.poll(() => desktop.page.evaluate(() => location.hash)).toMatch(/^#\/(settings|welcome)/);
  });

  /** Returns the labels of the context menu for the given Chromium parameters. */
  function offeredAt(params: object): Promise<string[] | null> {
    return desktop.inProgram((electron, params) => {
      const { Menu } = electron as unknown as Stage;
      Menu.atPointer = null;
      electron.BrowserWindow.getAllWindows()[0]?.webContents.emit('context-menu', {}, params);
      const { atPointer } = Menu as { atPointer: { items: MenuItem[] } | null };
      return (
        atPointer &&
        atPointer.items.map(({ label = '-', enabled }) => (enabled === false ? `(${label})` : label))
      );
    }, params);
  }

  const NOTHING = {
    ...{ misspelledWord: '', dictionarySuggestions: [], isEditable: false, selectionText: '' },
    ...{ mediaType: 'none', hasImageContents: false, x: 1, y: 1 },
  };
  const FLAGS = { canCut: false, canCopy: false, canPaste: true, canSelectAll: true };

  it('at the pointer offers the possible actions, or does not open', async () => {
    expect(await offeredAt(NOTHING)).toBe(null);
    expect(await offeredAt({ ...NOTHING, selectionText: 'Some words' })).toEqual(['Copy']);
    expect(await offeredAt({ ...NOTHING, isEditable: true, editFlags: FLAGS })).toEqual([
      ...['(Cut)', '(Copy)', 'Paste', 'Select All'],
    ]);
    expect(await offeredAt({ ...NOTHING, mediaType: 'image', hasImageContents: true })).toEqual([
      'Copy Picture',
    ]);
  });

  it('at the pointer offers spelling corrections first', async () => {
    const misspelled = { misspelledWord: 'teh', dictionarySuggestions: ['the', 'ten'] };
    expect(await offeredAt({ ...NOTHING, ...misspelled, isEditable: true, editFlags: FLAGS })).toEqual([
      ...['the', 'ten', 'Add “teh” to the dictionary', '-'],
      ...['(Cut)', '(Copy)', 'Paste', 'Select All'],
    ]);
  });
});
