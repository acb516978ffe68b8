/**
 * Removes trailing characters that match. `/…+$/` would scan a run of them once per possible start, which takes
 * quadratic time.
 */
export function withoutTrailing(text: string, isTrailing: RegExp): string {
  let end = text.length;
  while (end > 0 && isTrailing.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
