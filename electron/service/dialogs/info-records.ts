import type { Author, DialogInfo } from '../../../shared/contract/records';
import type { ReadContext } from '../context';
import { findDialogFaces, type DialogFace } from '../messages/records-queries';
import { authorsOf } from '../people/records';

/** Short records of dialogs as the caller may see them, by number. */
export async function dialogInfosOf(
  ctx: ReadContext,
  ids: Iterable<number>,
): Promise<Map<number, DialogInfo>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const viewer = ctx.caller?.id ?? 0;
  const rows = await findDialogFaces(ctx.db, wanted, viewer);
  const others = rows.filter((row) => row.type === 'private').map((row) => otherOf(row, viewer));
  const authors = await authorsOf(ctx, others);
  return new Map(rows.map((row) => [row.id, dialogInfo(row, authors, viewer)]));
}

/** What a dialog is called: a private one bears the name of the other. */
export function dialogInfo(
  row: DialogFace,
  authors: ReadonlyMap<number, Author>,
  viewer: number,
): DialogInfo {
  const other = row.type === 'private' ? authors.get(otherOf(row, viewer)) : undefined;
  return {
    ID: row.id,
    Type: row.type,
    Name: other ? fullName(other) : row.name,
    Avatar: other ? other.Avatar : row.avatar,
  };
}

/** The other person of a private dialog; in a dialog with oneself, oneself. */
export function otherOf(dialog: { low_id: number; high_id: number }, viewer: number): number {
  return dialog.low_id === viewer ? dialog.high_id : dialog.low_id;
}

/** A person's name as a dialog bears it. */
export function fullName(person: Author): string {
  return person.Surname === '' ? person.Name : `${person.Name} ${person.Surname}`;
}
