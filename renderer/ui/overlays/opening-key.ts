let isByKeyboard = false;
addEventListener('keydown', () => (isByKeyboard = true), { capture: true, passive: true });
addEventListener('pointerdown', () => (isByKeyboard = false), { capture: true, passive: true });

/**
 * Lets bits-ui know of a key that was pressed before its first menu was there: a menu that opens by the keyboard
 * focuses its first entry. Call it when a menu is mounted.
 */
export function noteKeyboard(): void {
  if (isByKeyboard) document.dispatchEvent(new KeyboardEvent('keydown'));
}
