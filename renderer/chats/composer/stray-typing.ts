import { isComposing, shortcutLetter } from '../../ui';

/**
 * Whether a key press types or pastes text. A message box that takes the focus meanwhile gets this text. Space scrolls,
 * and `?` lists the shortcuts.
 */
export function beginsText(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, defaultPrevented } = event;
  if (defaultPrevented || altKey || isComposing(event)) return false;
  if (ctrlKey || metaKey) return shortcutLetter(event) === 'v';
  return [...key].length === 1 && key !== ' ' && key !== '?';
}
