import { type BrowserWindow, Menu, type ContextMenuParams, type MenuItemConstructorOptions } from 'electron';
import { programLabels } from '../labels';

/** Adds a context menu for text and pictures to a window: Electron has none. Pages can show their own instead. */
export function enableContextMenu(window: BrowserWindow): void {
  window.webContents.on('context-menu', (_event, params) => {
    const items = itemsAt(params, window);
    if (items.length === 0) return;
    const menu = Menu.buildFromTemplate(items);
    menu.popup({ window, ...(params.frame && { frame: params.frame }) });
  });
}

function itemsAt(params: ContextMenuParams, window: BrowserWindow): MenuItemConstructorOptions[] {
  const groups = [
    spellingItems(params, window),
    params.isEditable ? editingItems(params) : selectionItems(params),
    pictureItems(params, window),
  ];
  return groups
    .filter((items) => items.length > 0)
    .flatMap((items, index) => (index > 0 ? [{ type: 'separator' as const }, ...items] : items));
}

function spellingItems(
  { misspelledWord: word, dictionarySuggestions: suggestions }: ContextMenuParams,
  { webContents }: BrowserWindow,
): MenuItemConstructorOptions[] {
  if (word === '') return [];
  return [
    ...suggestions.slice(0, MAX_SUGGESTIONS).map((label) => ({
      label,
      click: () => webContents.replaceMisspelling(label),
    })),
    {
      label: programLabels().learn(word),
      click: () => void webContents.session.addWordToSpellCheckerDictionary(word),
    },
  ];
}

const MAX_SUGGESTIONS = 5;

function editingItems({ editFlags }: ContextMenuParams): MenuItemConstructorOptions[] {
  const labels = programLabels().edit;
  return [
    { role: 'cut', label: labels.cut, enabled: editFlags.canCut },
    { role: 'copy', label: labels.copy, enabled: editFlags.canCopy },
    { role: 'paste', label: labels.paste, enabled: editFlags.canPaste },
    { role: 'selectAll', label: labels.selectAll, enabled: editFlags.canSelectAll },
  ];
}

function selectionItems({ selectionText: text }: ContextMenuParams): MenuItemConstructorOptions[] {
  return text.trim() === '' ? [] : [{ role: 'copy', label: programLabels().edit.copy }];
}

function pictureItems(
  { mediaType, hasImageContents, x, y }: ContextMenuParams,
  { webContents }: BrowserWindow,
): MenuItemConstructorOptions[] {
  if (mediaType !== 'image' || !hasImageContents) return [];
  return [{ label: programLabels().copyPicture, click: () => webContents.copyImageAt(x, y) }];
}
