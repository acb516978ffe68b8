/**
 * A text without the characters at its end that match. `/…+$/` would look at a run of them once for each place where it
 * could begin, which takes quadratic time.
 */
export function withoutTrailing(text: string, isTrailing: RegExp): string {
  let end = text.length;
  while (end > 0 && isTrailing.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
