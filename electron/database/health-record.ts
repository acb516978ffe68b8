import { z } from 'zod';

/** What a data folder remembers of the health of its database between two runs. */
export const HealthRecord = z.object({
  /** The last run closed the database, which no check has found damaged. */
  isClean: z.boolean(),
  isDamaged: z.boolean(),
  damage: z.array(z.object({ kind: z.enum(['table', 'index', 'search', 'file']), table: z.string() })),
  /** Unix seconds; 0 for never. */
  checkedAt: z.number(),
  /** The file as it was then: another one was changed from outside. */
  file: z.string(),
});
export type HealthRecord = z.infer<typeof HealthRecord>;

/** Where the record is stored: outside the database, as text, '' for none. */
export interface HealthRecordStorage {
  health: string;
  saveHealth: (text: string) => void;
}

/** Null where nothing is stored, or nothing that can be read. */
export function parseRecord(text: string): HealthRecord | null {
  try {
    return HealthRecord.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
