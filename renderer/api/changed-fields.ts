/**
 * Returns the fields that differ from what they were when a form was opened, so that saving it leaves alone what others
 * have changed meanwhile. Arrays are compared by their items.
 */
export function changedFields<T extends object>(before: T, now: T): Partial<T> {
  const names = Object.keys(now) as (keyof T)[];
  const changed = names.filter((name) => !isSame(before[name], now[name]));
  return Object.fromEntries(changed.map((name) => [name, now[name]])) as Partial<T>;
}

function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return Object.is(one, other);
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
