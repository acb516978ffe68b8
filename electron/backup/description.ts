import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** What lies beside a backup and says what it is; times in Unix seconds. */
export const Description = z.object({
  made: z.number(),
  /** When it was last restored and compared; 0 for never. */
  compared: z.number(),
  check: z.string(),
  /** Bytes of the database, how many things people stored, and their bytes. */
  size: z.number(),
  contents: z.number(),
  contentSize: z.number(),
  /** What is wrong with it, in plain sentences. */
  problems: z.array(z.string()),
  facts: z.record(z.string(), z.object({ rows: z.number(), sample: z.string() })),
});
export type Description = z.infer<typeof Description>;

/** The name of the description in the folder of a backup. */
export const DESCRIPTION_FILE = 'backup.json';

/** What a folder says of itself; null where it is no backup. */
export async function describe(folder: string): Promise<Description | null> {
  try {
    return parse(await readFile(join(folder, DESCRIPTION_FILE), 'utf8'));
  } catch {
    return null;
  }
}

/** The same at once, for a start that fails. */
export function describeSync(folder: string): Description | null {
  try {
    return parse(readFileSync(join(folder, DESCRIPTION_FILE), 'utf8'));
  } catch {
    return null;
  }
}

function parse(text: string): Description | null {
  return Description.safeParse(JSON.parse(text)).data ?? null;
}
