import { z } from 'zod';

/** What a data folder stores about the health of its database between two runs. */
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

/** Stores the record as text outside the database; '' for none. */
export interface HealthRecordStorage {
  health: string;
  saveHealth: (text: string) => void;
}

/** Null if there is no readable record. */
export function parseHealthRecord(text: string): HealthRecord | null {
  try {
    return HealthRecord.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
