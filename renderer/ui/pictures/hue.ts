/**
 * Returns the number (1 to 8) of the hue of a person or dialog: `--h1`…`--h8` for backgrounds, `--n1`…`--n8` for text.
 * The same id always has the same hue.
 */
export function hueOf(id: number | string): number {
  let hash = 0;
  // Identifiers end in a sequence number that is often 0 (bits of time, process, sequence), so hash all their digits.
  for (const unit of String(id)) hash = (Math.imul(hash, 31) + unit.charCodeAt(0)) >>> 0;
  return (((hash ^ (hash >>> 15)) >>> 0) % 8) + 1;
}

/**
 * Returns the first letter or digit of a name in upper case, or its first character if it has neither; '' for an empty
 * name.
 */
export function firstLetter(name: string): string {
  if (SIMPLE.test(name)) return name.charAt(0).toLocaleUpperCase();
  const signs = [...new Intl.Segmenter().segment(name.trim())].map((part) => part.segment);
  return (signs.find((sign) => /[\p{L}\p{N}]/u.test(sign)) ?? signs[0] ?? '').toLocaleUpperCase();
}

/** Two letters that no mark combines with: most names begin so, and lists show dozens of them. */
const SIMPLE = /^[A-Za-z\u0400-\u0482\u048A-\u052F]{2}/;
