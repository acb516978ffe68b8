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

const Addresses = z.array(z.string());
