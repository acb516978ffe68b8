import type { Database } from 'better-sqlite3';
import type { Db } from '../database/open';

/** What the database says about the community's standby. */
export interface StandbySettings {
  /** The port on which the host waits for the standby. */
  port: number;
  /** Fingerprint of the standby's certificate; "" until it is paired. */
  certificate: string;
  /** The name of its machine. */
  name: string;
  /** Whether writes wait until it has stored them. */
  wait: boolean;
  /** Since when it shall make backups on its own disk, in Unix seconds; 0 for not at all. */
  backupsSince: number;
}

/** Returns the standby; undefined if there is neither one nor a link for one. */
export async function findStandby(db: Db): Promise<StandbySettings | undefined> {
  const row = await db
    .selectFrom('standby')
    .select(['port', 'certificate', 'name', 'wait', 'backups_since as backupsSince'])
    .where('id', '=', 1)
    .executeTakeFirst();
  return row && { ...row, wait: row.wait === 1 };
}

/** Pairs the standby that knows the code, once and before it expires; returns whether it does. */
export async function claimStandbyCode(
  db: Db,
  { code, certificate, name, now }: { code: Buffer; certificate: string; name: string; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('standby')
    .set((eb) => ({
      code: null,
      code_expires: 0,
      certificate,
      name,
      paired_at: now,
      backups_since: eb.case().when('backups_since', '>', 0).then(now).else(0).end(),
    }))
    .where('id', '=', 1)
    .where('code', '=', code)
    .where('code_expires', '>', now)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Stores whether writes wait for the standby, and since when it shall make backups. */
export async function updateStandby(
  db: Db,
  { wait, backupsSince }: Pick<StandbySettings, 'wait' | 'backupsSince'>,
): Promise<void> {
  await db
    .updateTable('standby')
    .set({ wait: Number(wait), backups_since: backupsSince })
    .where('id', '=', 1)
    .execute();
}

/** The bytes of everything that people stored. */
export async function sumStoredContents(db: Db): Promise<number> {
  const { bytes } = await db
    .selectFrom('storage')
    .select(({ fn }) => fn.sum<number | null>('bytes').as('bytes'))
    .where('person_id', '=', 0)
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}

/** The hash of each stored content, from a database that no service has open. */
export function listContentHashes(raw: Database): IterableIterator<Buffer> {
  return raw.prepare<[], Buffer>('SELECT DISTINCT hash FROM content').pluck().iterate();
}

/** The sharing settings of a database that no service has open. */
export function readSharing(raw: Database): { isOn: boolean; port: number } {
  const row = raw.prepare('SELECT share_on, share_port FROM community').get();
  const { share_on, share_port } = row as { share_on: number; share_port: number };
  return { isOn: share_on === 1, port: share_port };
}

/** Shares the community of a database that no service has open, on a port. */
export function writeSharing(raw: Database, port: number): void {
  raw.prepare('UPDATE community SET share_on = 1, share_port = ?').run(port);
}

/** Reads what identifies a community from a database that no service has open. */
export function readCommunity(raw: Database): { public_key: Buffer; name: string } {
  return raw.prepare('SELECT public_key, name FROM community LIMIT 1').get() as {
    public_key: Buffer;
    name: string;
  };
}

/**
 * Makes the previous host the standby, in a database that no service has open; without a known certificate there is
 * none.
 */
export function replaceStandbyRow(
  raw: Database,
  { port, certificate, name }: Pick<StandbySettings, 'port' | 'certificate' | 'name'>,
  now: number,
): void {
  if (certificate === '') raw.exec('DELETE FROM standby');
  else
    raw
      .prepare(
        `UPDATE standby
         SET port = ?, certificate = ?, name = ?, paired_at = ?, code = NULL, code_expires = 0,
           backups_since = CASE WHEN backups_since > 0 THEN ? ELSE 0 END WHERE id = 1`,
      )
      .run(port, certificate, name, now, now);
}

/** Removes the witness and any link for one, in a database that no service has open; returns whether there was one. */
export function removeWitnessRow(raw: Database): boolean {
  return raw.prepare('DELETE FROM witness').run().changes > 0;
}

/** Whether a standby takes over automatically from a database that no service has open, once its host is stopped. */
export function hasAutomaticStandby(raw: Database): boolean {
  const paired = raw.prepare(
    "SELECT 1 FROM standby, witness WHERE standby.certificate <> '' AND witness.certificate <> ''",
  );
  return paired.get() !== undefined;
}

/** Whether a database that no service has open has a table: one of an earlier version may lack it. */
export function hasTable(raw: Database, name: string): boolean {
  const found = raw.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name);
  return found !== undefined;
}
