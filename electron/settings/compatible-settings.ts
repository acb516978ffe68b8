import { flagOf, SettingsError, type Settings } from './settings';

/** Settings that do nothing for a community in PostgreSQL. They are refused, because someone would rely on them. */
const OF_DATA_FOLDERS = [
  'backupFolder',
  'restore',
  'repair',
  'promote',
  'standby',
  'witness',
  'removeWitness',
] as const;

/** Settings that each decide what the program does; only one of them could be followed. */
const COMMANDS = [
  'resetOwner',
  'verify',
  'repair',
  'restore',
  'removeWitness',
  'import',
  'export',
  'witness',
  'standby',
  'promote',
] as const;

/**
 * Throws SettingsError for two commands at once, for a setting that a community in PostgreSQL can't have, and for one
 * that has no meaning without another.
 */
export function requireCompatible(settings: Settings): void {
  const [first, second] = COMMANDS.filter((key) => isGiven(settings, key));
  if (first !== undefined && second !== undefined)
    throw new SettingsError(
      `The flags --${flagOf(first)} and --${flagOf(second)} can't be used together. Run one after the other.`,
    );
  if (settings.restoreDate !== null && settings.restore === null)
    throw new SettingsError('The flag --restore-date needs --restore with a backup folder.');
  if (settings.database === null) return;
  const key = OF_DATA_FOLDERS.find((one) => isGiven(settings, one));
  if (key !== undefined)
    throw new SettingsError(
      `The flag --${flagOf(key)} is for communities in a data folder: PostgreSQL has its own backups and copies. Leave it out, or leave out --database.`,
    );
}

/** Whether a setting without a default was given. */
export function isGiven(settings: Settings, key: keyof Settings): boolean {
  return settings[key] !== null && settings[key] !== false;
}
