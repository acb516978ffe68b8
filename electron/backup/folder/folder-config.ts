import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from './layout.ts';

/**
 * The settings of a host's backup folder. They are stored beside the database and not in it, because they contain the
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
  /** Whether it is on the disk of the data. */
  isOnDataDisk: z.boolean().default(false),
  /** Hours between two backups, and age in hours of the last good one that triggers a warning; 0 for twice `every`. */
  every: z.number(),
  warnAfter: z.number(),
  /** When the folder was chosen, and the last good backup since: Unix seconds, 0 for none. */
  since: z.number(),
  lastGood: z.number(),
  /** When administrators were last warned; 0 if not since the last good backup. */
  warned: z.number(),
});
export type FolderConfig = z.infer<typeof FolderConfig>;

/** Location of the configuration: a folder ('' for a community in memory) and the name of a file in it. */
interface ConfigLocation {
  folder: string;
  configFile: string;
}

/** Reads the configuration, or returns a new one. */
export function readConfig({ folder, configFile }: ConfigLocation): FolderConfig {
  try {
    return FolderConfig.parse(JSON.parse(readFileSync(join(folder, configFile), 'utf8')));
  } catch {
    // An administrator then selects the folder again, and its backups are found.
    return { ...NO_FOLDER, host: randomBytes(16).toString('hex') };
  }
}

/** Replaces the configuration. */
export function saveConfig({ folder, configFile }: ConfigLocation, config: FolderConfig): void {
  if (folder !== '') replaceFile(folder, configFile, JSON.stringify(config, null, 1));
}

const NO_FOLDER = {
  folder: '',
  repository: '',
  key: null,
  isOnDataDisk: false,
  every: 24,
  warnAfter: 0,
  since: 0,
  lastGood: 0,
  warned: 0,
};
