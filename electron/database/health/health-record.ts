import { z } from 'zod';

/** The health of a database as stored in its data folder between two runs. */
export const HealthRecord = z.object({
  /** The last run closed the database, and no check found damage. */
  isClean: z.boolean(),
  isDamaged: z.boolean(),
  damage: z.array(z.object({ kind: z.enum(['table', 'index', 'search', 'file']), table: z.string() })),
  /** Unix seconds; 0 if never. */
  checkedAt: z.number(),
  /** Fingerprint of the file at that time: a different one means that the file was changed by another program. */
  file: z.string(),
});
export type HealthRecord = z.infer<typeof HealthRecord>;

/** Stores the health record outside the database as JSON; '' if there is none. */
export interface HealthRecordStorage {
  health: string;
  saveHealth: (text: string) => void;
}

/** Parses a stored record; null if it is absent or unreadable. */
export function parseHealthRecord(text: string): HealthRecord | null {
  try {
    return HealthRecord.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
