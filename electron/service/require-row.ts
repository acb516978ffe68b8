/** Returns what was found for a foreign key. Throws if it is missing, which the database rules out. */
export function requireRow<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('a row that a foreign key promises is missing');
  return found;
}
