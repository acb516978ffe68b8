/**
 * Returns whether a key press belongs to an input method, such as the Enter that takes over a suggested word. Safari
 * ends the composition before that press; then only the code of the key tells.
 */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}
