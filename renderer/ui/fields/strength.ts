/** 0 for an empty password, 1 weak, 2 fair, 3 good, 4 strong. */
export type Strength = 0 | 1 | 2 | 3 | 4;

/**
 * Estimates how hard a password is to guess from its length and variety: the entropy in bits of random characters of
 * the same kinds, where a repeated character counts for a third. This only guides the person: the service decides which
 * passwords it accepts.
 */
export function passwordStrength(password: string): Strength {
  if (!password) return 0;
  const signs = [...password];
  if (signs.length < 8) return 1;
  const kinds: [RegExp, number][] = [
    [/\p{Ll}/u, 26],
    [/\p{Lu}/u, 26],
    [/\p{N}/u, 10],
    [/[^\p{L}\p{N}]/u, 30],
  ];
  const pool = kinds.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0);
  const distinct = new Set(signs).size;
  const bits = (distinct + (signs.length - distinct) / 3) * Math.log2(Math.max(pool, 2));
  if (bits < 36) return 1;
  if (bits < 50) return 2;
  return bits < 70 ? 3 : 4;
}
