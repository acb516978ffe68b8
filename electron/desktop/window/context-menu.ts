import { type BrowserWindow, Menu, type ContextMenuParams, type MenuItemConstructorOptions } from 'electron';
import { programWords } from '../labels';

/**
 * Offers what can be done with text, a picture or a link of the web where the pages have no menu of their own: Electron has
 * none at all.
 */
export function offerContextMenu(window: BrowserWindow): void {
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
    params.isEditable ? editingItems(params) : readingItems(params),
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
    ...suggestions.slice(0, SUGGESTIONS).map((label) => ({
      label,
      click: () => webContents.replaceMisspelling(label),
    })),
    {
      label: programWords().learn(word),
      click: () => void webContents.session.addWordToSpellCheckerDictionary(word),
    },
  ];
}

const SUGGESTIONS = 5;

function editingItems({ editFlags }: ContextMenuParams): MenuItemConstructorOptions[] {
  const words = programWords().edit;
  return [
    { role: 'cut', label: words.cut, enabled: editFlags.canCut },
    { role: 'copy', label: words.copy, enabled: editFlags.canCopy },
    { role: 'paste', label: words.paste, enabled: editFlags.canPaste },
    { role: 'selectAll', label: words.selectAll, enabled: editFlags.canSelectAll },
  ];
}

function readingItems({ selectionText: text }: ContextMenuParams): MenuItemConstructorOptions[] {
  return text.trim() === '' ? [] : [{ role: 'copy', label: programWords().edit.copy }];
}

function pictureItems(
  { mediaType, hasImageContents: isThere, x, y }: ContextMenuParams,
  { webContents }: BrowserWindow,
): MenuItemConstructorOptions[] {
  if (mediaType !== 'image' || !isThere) return [];
  return [{ label: programWords().copyPicture, click: () => webContents.copyImageAt(x, y) }];
}
