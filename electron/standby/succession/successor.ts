import { join } from 'node:path';
import { z } from 'zod';
import { flushPath } from '../../content/disk-threads';
import { JsonFile } from '../../json-file';
import { LogPosition } from '../wal-format';

/** The machine that hosts the community instead of this one, and what it had of this one's data. */
export const Successor = z.object({
  /** The name of the machine; "" if unknown. */
  name: z.string(),
  /** Whether this host handed the community over, or the other one took it over. */
  how: z.enum(['move', 'takeover']),
  /** Its term, which is higher than this host's. */
  term: z.number(),
  /** The `HOST:PORT` at which it waits for its standby. */
  addresses: z.array(z.string()),
  /** The URLs at which people reach the community there. */
  urls: z.array(z.string()),
  /** Fingerprint of the certificate that it shows as a standby; "" if unknown. */
  certificate: z.string(),
  /** The number of the last event that it had when its term began; null if unknown. */
  seq: z.number().nullable(),
  /** Where the write-ahead log ended that it has as a whole; null after a takeover. */
  ended: LogPosition.nullable(),
  /** The version of the database's schema then; 0 after a takeover. */
  schema: z.number(),
});
export type Successor = z.infer<typeof Successor>;

/**
 * The machine that hosts the community of a data folder instead of this one; null if this one may. Throws if it can't be
 * read who hosts the community: then this machine must not.
 */
export function readSuccessor(folder: string): Successor | null {
  return new JsonFile(join(folder, SUPERSEDED_FILE)).readOrThrow((value) => Successor.parse(value));
}

/** File in a data folder whose community has another host. */
export const SUPERSEDED_FILE = 'standby-superseded.json';

/** Stores that the data of a folder is not what its successor was handed: another copy has to be made from there. */
export async function forgetHandedOver(folder: string): Promise<void> {
  const successor = readSuccessor(folder);
  if (successor === null) return;
  await new JsonFile(join(folder, SUPERSEDED_FILE)).write({ ...successor, ended: null, schema: 0 });
  await flushPath(folder);
}

/** Says that another machine hosts the community. */
export function supersededMessage({ name }: Successor): string {
  const host = name === '' ? 'another computer' : name;
  return `This community is now hosted on ${host}. Nothing was changed here. Connect to the new host.`;
}
