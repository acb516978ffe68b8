import { splitName } from './list/items';

/**
 * New names for files by a pattern: `#` is the number, as wide as the last one needs, and `*` the name until now; endings stay.
 * Null where all would have one name, or none.
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
