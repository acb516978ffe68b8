import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from './layout.ts';

/**
 * What a host remembers of its backup folder. It is stored beside the database and not in it, because it contains the
 * key of encrypted backups, which must not be in them, and because a community restored elsewhere has another folder.
 */
export const FolderConfig = z.object({
  /** Identifies this host to others that use the same folder. */
  host: z.string(),
  /** Path of the folder; '' for none. */
  folder: z.string(),
  /** ID of the repository, '' before it was first opened, and its key in hexadecimal. */
  repository: z.string(),
  key: z.string().nullable(),
  /** Hours between two backups, and age in hours at which the last good one is a reason to warn; 0 for twice that. */
  every: z.number(),
  warnAfter: z.number(),
  /** When the folder was chosen, and the last good backup since: Unix seconds, 0 for none. */
  since: z.number(),
  lastGood: z.number(),
  /** When administrators were last warned; 0 if not since the last good backup. */
  warned: z.number(),
});
export type FolderConfig = z.infer<typeof FolderConfig>;

/** File name in the data folder. */
const FILE = 'backup-folder.json';

/** Reads the configuration of a data folder ('' for a community in memory), or returns a new one. */
export function readConfig(data: string): FolderConfig {
  try {
    return FolderConfig.parse(JSON.parse(readFileSync(join(data, FILE), 'utf8')));
  } catch {
    // Without it the folder is chosen again, and what it contains is found there.
    return { ...NO_FOLDER, host: randomBytes(16).toString('hex') };
  }
}

/** Replaces the configuration of a data folder. */
export function saveConfig(data: string, config: FolderConfig): void {
  if (data !== '') replaceFile(data, FILE, JSON.stringify(config, null, 1));
}

const NO_FOLDER = {
  folder: '',
  repository: '',
  key: null,
  every: 24,
  warnAfter: 0,
  since: 0,
  lastGood: 0,
  warned: 0,
};
