/**
 * Returns whether a key press belongs to an input method, such as the Enter that takes over a suggested word. Safari
 * ends the composition before that press; then only the code of the key tells.
 */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}

/**
 * Returns whether a key press in a message or comment sends it: Enter, but not Shift+Enter, which starts a new line. On
 * a touch screen, Enter starts a new line too, because its keyboard has no Shift+Enter, and Ctrl+Enter sends.
 */
export function isSendKey(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return false;
  return event.ctrlKey || event.metaKey || !matchMedia('(pointer: coarse)').matches;
}
