/**
 * Returns the letter of a shortcut, in lower case; "" for another key. Where the layout has no Latin letters, it is the
 * one that stands there on a US keyboard.
 */
export function shortcutLetter({ key, code }: KeyboardEvent): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? '';
}
