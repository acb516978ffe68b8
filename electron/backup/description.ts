import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** The contents of `backup.json` in the folder of a backup. Times are Unix seconds. */
export const BackupDescription = z.object({
  made: z.number(),
  /** When it was last restored and compared; 0 if never. */
  compared: z.number(),
  check: z.string(),
  /** Size of the database in bytes, number of uploaded contents, and their total size in bytes. */
  size: z.number(),
  contents: z.number(),
  contentSize: z.number(),
  /** Problems found by the test restore, as plain sentences. */
  problems: z.array(z.string()),
  /** Uploaded contents that the host itself no longer had. */
  missing: z.number().default(0),
  facts: z.record(z.string(), z.object({ rows: z.number(), sample: z.string() })),
});
export type BackupDescription = z.infer<typeof BackupDescription>;

/** File name of the description in a backup's folder. */
export const DESCRIPTION_FILE = 'backup.json';

/** Reads the description of a backup; null if the folder is not a backup. */
export async function readDescription(folder: string): Promise<BackupDescription | null> {
  try {
    return parse(await readFile(join(folder, DESCRIPTION_FILE), 'utf8'));
  } catch {
    return null;
  }
}

/** Like `readDescription`, synchronously: for a start that fails. */
export function readDescriptionSync(folder: string): BackupDescription | null {
  try {
    return parse(readFileSync(join(folder, DESCRIPTION_FILE), 'utf8'));
  } catch {
    return null;
  }
}

function parse(text: string): BackupDescription | null {
  return BackupDescription.safeParse(JSON.parse(text)).data ?? null;
}
