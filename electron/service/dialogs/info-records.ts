import type { Author, DialogInfo } from '../../../shared/contract/records';
import type { ReadContext } from '../context';
import { findDialogSummaries, type DialogSummaryRow } from '../messages/records-queries';
import { authorsOf } from '../people/records';

/** Returns short records of dialogs as the caller may see them, by ID. */
export async function dialogInfosOf(
  ctx: ReadContext,
  ids: Iterable<number>,
): Promise<Map<number, DialogInfo>> {
  const uniqueIds = [...new Set(ids)];
  if (uniqueIds.length === 0) return new Map();
  const viewer = ctx.caller?.id ?? 0;
  const rows = await findDialogSummaries(ctx.db, uniqueIds, viewer);
  const others = rows.filter((row) => row.type === 'private').map((row) => otherOf(row, viewer));
  const authors = await authorsOf(ctx, others);
  return new Map(rows.map((row) => [row.id, dialogInfo(row, authors, viewer)]));
}

/** Builds a short record. A private dialog has the name and avatar of the other person. */
export function dialogInfo(
  row: DialogSummaryRow,
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

/** Returns the other person of a private dialog; in a dialog with oneself, oneself. */
export function otherOf(dialog: { low_id: number; high_id: number }, viewer: number): number {
  return dialog.low_id === viewer ? dialog.high_id : dialog.low_id;
}

/** A person's full name. */
export function fullName(person: Author): string {
  return person.Surname === '' ? person.Name : `${person.Name} ${person.Surname}`;
}
