import { flagOf } from '../../settings/settings';
import { SETTINGS } from '../../settings/settings-table';

/**
 * Returns Courtyard's own flags and their values from the command line, which also contains Chromium's switches
 * (`--ozone-platform=…`, `--no-sandbox`) and URLs that a launcher passes for `%U`.
 */
export function ownArguments(argv: readonly string[]): string[] {
  const own: string[] = [];
  for (let index = 0; index < argv.length; index++) {
    const argument = argv[index] ?? '';
    const valueName = VALUE_NAMES.get(argument.split('=', 1)[0] ?? '');
    if (valueName === undefined) continue;
    own.push(argument);
    const value = argv[index + 1];
    if (valueName === '' || argument.includes('=') || value === undefined) continue;
    own.push(value);
    index++;
  }
  return own;
}

/** The name of the value that each flag takes; empty if it takes none. */
const VALUE_NAMES = new Map([
  ['--settings', 'FILE'],
  ...Object.entries(SETTINGS).map(([key, { valueName }]): [string, string] => [
    `--${flagOf(key)}`,
    valueName,
  ]),
]);
