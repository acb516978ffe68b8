import { splitName } from './list/items';

/**
 * Returns new names for files by a pattern: `#` is the number, zero-padded to the width of the last one, and `*` the
 * current name; extensions stay. Returns null if the pattern has neither, since all names would be the same.
 */
export function namesBy(pattern: string, names: readonly string[]): string[] | null {
  const trimmed = pattern.trim();
  if (!/[#*]/.test(trimmed)) return null;
  const width = String(names.length).length;
  return names.map((name, place) => {
    const { stem, ending } = splitName(name);
    const filled = trimmed.replace(/[#*]/g, (mark) =>
      mark === '*' ? stem : String(place + 1).padStart(width, '0'),
    );
    return filled + ending;
  });
}
