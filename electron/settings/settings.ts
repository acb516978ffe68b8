import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { formatByteSize } from './setting-parsers';
import type { Settings } from './setting-types';
import { SETTINGS } from './settings-table';
import { version } from '../version';

export type { Settings } from './setting-types';

/** Thrown for an invalid setting; the message names it and says what is wrong. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/**
 * Loads the settings: flag > environment (COURTYARD_…) > file (--settings FILE, else DATA/settings.json) > default.
 * `argv` contains the arguments after the program's name. Throws SettingsError.
 */
export function loadSettings(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Settings {
  requirePassedOn(env);
  const flags = readFlags(argv);
  const variables = readVariables(env);
  const named = flags.settings ?? variables.settings;
  const first = { ...variables.values, ...flags.values };
  const given = named === undefined ? undefined : readFile(named.value, true);
  const data = check('data', { ...given, ...first }.data) as string;
  const file = given ?? readFile(join(data, 'settings.json'), false);
  const found = { ...file, ...first };
  return Object.fromEntries(keys.map((key) => [key, check(key, found[key])])) as unknown as Settings;
}

/** A flag that is no setting, and what it does. */
type OtherFlag = [flag: string, description: string];

/**
 * Returns what flags ask to print in place of a start: the help, with the flags that only this command takes, or the
 * version; null if they ask for neither.
 */
export function printedInstead(argv: readonly string[], own: readonly OtherFlag[] = []): string | null {
  if (argv.includes('--help') || argv.includes('-h')) return usage(own);
  return argv.includes('--version') ? version : null;
}

/** The text of `--help`: every flag with its default. */
function usage(own: readonly OtherFlag[]): string {
  const rows = keys.map((key): OtherFlag => {
    const { valueName, isValueOptional, description, schema } = SETTINGS[key];
    const value = isValueOptional ? `[${valueName}]` : valueName;
    const defaultValue = schema.parse(undefined);
    const shown =
      defaultValue === null ||
      defaultValue === false ||
      (Array.isArray(defaultValue) && defaultValue.length === 0)
        ? ''
        : ` [${valueName === 'SIZE' ? formatByteSize(Number(defaultValue)) : String(defaultValue)}]`;
    return [`--${flagOf(key)}${value && ` ${value}`}`, `${description}${shown}`];
  });
  rows.push(
    ...own,
    ['--settings FILE', 'a JSON file of settings [DATA/settings.json]'],
    ['--help, -h', 'print this and exit'],
    ['--version', 'print the version and exit'],
  );
  const width = Math.max(...rows.map(([flag]) => flag.length));
  const lines = rows.map(([flag, description]) => `  ${flag.padEnd(width)}  ${description}`);
  return [
    'Courtyard takes these settings, each also as COURTYARD_NAME or in a settings file:',
    ...lines,
  ].join('\n');
}

const keys = Object.keys(SETTINGS) as (keyof Settings)[];

/** A value and its source, which error messages name. */
interface SourcedValue {
  value: unknown;
  from: string;
}

type FoundSettings = Partial<Record<keyof Settings, SourcedValue>>;

interface ParsedSource {
  values: FoundSettings;
  /** The settings file given by flag or variable. */
  settings: { value: string } | undefined;
}

/** Throws for a flag that npm has taken for its own, as in `npm run serve --share`: it doesn't pass it on. */
function requirePassedOn(env: Readonly<Record<string, string | undefined>>): void {
  const script = env['npm_lifecycle_event'];
  if (script === undefined) return;
  const taken = keys.map(flagOf).find((flag) => env[`npm_config_${flag.replaceAll('-', '_')}`] !== undefined);
  if (taken !== undefined)
    throw new SettingsError(
      `npm has taken the flag --${taken} for its own. Write -- before the flags: npm run ${script} -- --${taken}`,
    );
}

function readFlags(argv: readonly string[]): ParsedSource {
  const byFlag = new Map(keys.map((key) => [flagOf(key), key]));
  const options = Object.fromEntries(
    [...byFlag].map(([flag, key]) => [
      flag,
      { type: SETTINGS[key].valueName === '' ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  const { tokens } = parseArgs({
    args: argv.map((argument, index) =>
      isBareOption(argument, argv[index + 1]) ? `${argument}=` : argument,
    ),
    options: { ...options, settings: { type: 'string' } },
    strict: false,
    tokens: true,
  });
  const read: ParsedSource = { values: {}, settings: undefined };
  for (const token of tokens) {
    if (token.kind === 'positional') throw new SettingsError(`Unexpected argument "${token.value}" here.`);
    if (token.kind !== 'option') continue;
    const key = byFlag.get(token.name);
    if (key === undefined && token.name !== 'settings')
      throw unknown('flag', token.rawName, [...byFlag.keys()].map(dashed));
    const bare = key !== undefined && SETTINGS[key].valueName === '';
    if (bare && token.value !== undefined)
      throw new SettingsError(`The flag ${token.rawName} takes no value.`);
    if (!bare && (token.value === undefined || token.value.startsWith('--')))
      throw new SettingsError(`The flag ${token.rawName} needs a value.`);
    if (key === undefined) read.settings = { value: token.value ?? '' };
    else read.values[key] = { value: bare ? true : token.value, from: token.rawName };
  }
  return read;
}

/** A flag that may stand without its value, and does. */
function isBareOption(argument: string, next: string | undefined): boolean {
  const isOptional = keys.some((key) => SETTINGS[key].isValueOptional && argument === `--${flagOf(key)}`);
  return isOptional && (next === undefined || next.startsWith('--'));
}

/**
 * Throws for a misspelled variable of Courtyard: if it is the one of the passphrase, backups would not be encrypted.
 */
function requireNoMisspelled(env: Readonly<Record<string, string | undefined>>): void {
  const known = [...keys, 'settings'].map(variableOf);
  for (const variable of Object.keys(env)) {
    if (!variable.startsWith(PREFIX) || known.includes(variable)) continue;
    const near = known.find((each) => distance(variable, each) <= 2);
    if (near !== undefined) throw unknown('variable', variable, [near]);
  }
}

const PREFIX = 'COURTYARD_';

function variableOf(key: string): string {
  return `${PREFIX}${flagOf(key).replaceAll('-', '_').toUpperCase()}`;
}

function readVariables(env: Readonly<Record<string, string | undefined>>): ParsedSource {
  const values: FoundSettings = {};
  for (const key of keys) {
    const variable = variableOf(key);
    const value = env[variable];
    if (value !== undefined && value !== '') values[key] = { value, from: variable };
  }
  requireNoMisspelled(env);
  const file = env['COURTYARD_SETTINGS'];
  return { values, settings: file ? { value: file } : undefined };
}

function readFile(path: string, named: boolean): FoundSettings {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!named && code === 'ENOENT') return {};
    // The folder is closed, so that nobody knows whether there is such a file.
    if (!named && code === 'EACCES' && !existsSync(path))
      throw new SettingsError(closedFolderMessage(dirname(path)), { cause: error });
    if (!named && code === 'ENOTDIR')
      throw new SettingsError(`${dirname(path)} is not a folder. Choose a folder with --data.`, {
        cause: error,
      });
    throw new SettingsError(
      code === 'ENOENT'
        ? `There is no settings file ${path}. Check its path.`
        : `The settings file ${path} cannot be read.`,
      { cause: error },
    );
  }
  const content = parseFile(path, text);
  const values: FoundSettings = {};
  for (const [key, value] of Object.entries(content)) {
    if (!isKey(key)) throw unknown('setting', key, keys, ` in ${path}`);
    if (key === 'data') {
      if (!named)
        throw new SettingsError(`The setting data has no meaning in ${path}, which lies in that folder.`);
      values.data = { value: typeof value === 'string' ? resolve(dirname(path), value) : value, from: path };
    } else values[key] = { value, from: path };
  }
  return values;
}

function closedFolderMessage(folder: string): string {
  return `The data folder ${folder} is closed to this user. Start Courtyard as the user to whom it belongs, or choose another one with --data.`;
}

function parseFile(path: string, text: string): Record<string, unknown> {
  try {
    const content: unknown = JSON.parse(text);
    if (typeof content === 'object' && content !== null && !Array.isArray(content)) return { ...content };
  } catch {
    // Reported below with the same message.
  }
  throw new SettingsError(`The settings file ${path} must hold one JSON object.`);
}

/** The message doesn't contain the value, which may be a password. */
function check(key: keyof Settings, given: SourcedValue | undefined): unknown {
  const { schema, expects } = SETTINGS[key];
  const parsed = schema.safeParse(given?.value);
  if (parsed.success) return parsed.data;
  throw new SettingsError(`The setting ${key} must be ${expects} (from ${given?.from ?? 'its default'}).`);
}

function unknown(
  kind: 'flag' | 'setting' | 'variable',
  word: string,
  known: readonly string[],
  where = '',
): SettingsError {
  const [nearest] = known.map((each) => [distance(word, each), each] as const).sort(([a], [b]) => a - b);
  const guess = nearest && nearest[0] <= 3 ? `: did you mean ${nearest[1]}?` : '.';
  return new SettingsError(`There is no ${kind} ${word}${where}${guess}`);
}

/** Levenshtein distance between two words. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (let j = 0; j < other.length; j++) {
      const swap = (row[j] ?? 0) + (letter === other[j] ? 0 : 1);
      next.push(Math.min(swap, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

function isKey(key: string): key is keyof Settings {
  return Object.hasOwn(SETTINGS, key);
}

/** Flag name of a setting without dashes: captchaCost -> captcha-cost. */
export function flagOf(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function dashed(flag: string): string {
  return `--${flag}`;
}
