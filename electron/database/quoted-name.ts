/** A name of a table or column as SQL takes it, whatever characters it has. */
export function quotedName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
