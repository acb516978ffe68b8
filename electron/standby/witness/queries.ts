import { z } from 'zod';
import type { Db } from '../../database/open';
import type { WitnessDescription } from '../messages';

/** What the database says about the community's witness. */
export interface WitnessSettings extends WitnessDescription {
  /** The port on which the host waits for it to use its link. */
  port: number;
}

/** Returns the witness; undefined if there is neither one nor a link for one. */
export async function findWitness(db: Db): Promise<WitnessSettings | undefined> {
  const row = await db
    .selectFrom('witness')
    .select(['port', 'certificate', 'name', 'addresses'])
    .where('id', '=', 1)
    .executeTakeFirst();
  return row && { ...row, addresses: Addresses.parse(JSON.parse(row.addresses)) };
}

/** Stores the code of a new link, which replaces an earlier one. A paired witness stays until the code is used. */
export async function saveWitnessCode(
  db: Db,
  { port, code, expires }: { port: number; code: Buffer; expires: number },
): Promise<void> {
  await db
    .insertInto('witness')
    .values({ id: 1, port, code, code_expires: expires })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ port, code, code_expires: expires }))
    .execute();
}

/** Returns whether a code is that of a link that can be used now. */
export async function isWitnessCode(db: Db, code: Buffer, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('witness')
    .select('id')
    .where('id', '=', 1)
    .where('code', '=', code)
    .where('code_expires', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Pairs the witness that knows the code, once and before it expires; returns whether it does. */
export async function claimWitnessCode(
  db: Db,
  { code, now, witness }: { code: Buffer; now: number; witness: WitnessDescription },
): Promise<boolean> {
  const { certificate, name } = witness;
  const addresses = JSON.stringify(witness.addresses);
  const { numUpdatedRows } = await db
    .updateTable('witness')
    .set({ code: null, code_expires: 0, certificate, name, addresses, paired_at: now })
    .where('id', '=', 1)
    .where('code', '=', code)
    .where('code_expires', '>', now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Removes the witness and any link for one; returns whether there was one. */
export async function removeWitness(db: Db): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('witness').where('id', '=', 1).executeTakeFirst();
  return numDeletedRows === 1n;
}

const Addresses = z.array(z.string());
