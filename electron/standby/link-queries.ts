import type { Db } from '../database/open';

/** A machine that joins a host by a link. Each kind has a table of one row, which also holds the code of the link. */
type Partner = 'standby' | 'witness';

/** Stores the code of a new link, which replaces an earlier one. Who is paired stays so until the code is used. */
export async function saveLinkCode(
  db: Db,
  partner: Partner,
  { port, code, expires }: { port: number; code: Buffer; expires: number },
): Promise<void> {
  await db
    .insertInto(partner)
    .values({ id: 1, port, code, code_expires: expires })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ port, code, code_expires: expires }))
    .execute();
}

/** Returns whether a code is that of a link that can be used now. */
export async function isLinkCode(db: Db, partner: Partner, code: Buffer, now: number): Promise<boolean> {
  const row = await db
    .selectFrom(partner)
    .select('id')
    .where('id', '=', 1)
    .where('code', '=', code)
    .where('code_expires', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes who is paired and any link; returns whether there was either. */
export async function removePartner(db: Db, partner: Partner): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom(partner).where('id', '=', 1).executeTakeFirst();
  return numDeletedRows > 0n;
}
