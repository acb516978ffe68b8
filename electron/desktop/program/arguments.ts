import { flagOf } from '../../settings/settings';
import { SETTINGS } from '../../settings/settings-table';

/**
 * Filters Courtyard's own flags and their values from the command line, which also contains Chromium's switches
 * (`--ozone-platform=…`, `--no-sandbox`) and URLs that a launcher passes for `%U`.
 */
export function ownArguments(argv: readonly string[]): string[] {
  const found: string[] = [];
  for (let index = 0; index < argv.length; index++) {
    const argument = argv[index] ?? '';
    const takes = flags.get(argument.split('=', 1)[0] ?? '');
    if (takes === undefined) continue;
    found.push(argument);
    const value = argv[index + 1];
    if (takes === '' || argument.includes('=') || value === undefined) continue;
    found.push(value);
    index++;
  }
  return found;
}

const flags = new Map([
  ['--settings', 'FILE'],
  ...Object.entries(SETTINGS).map(([key, { valueName: takes }]): [string, string] => [
    `--${flagOf(key)}`,
    takes,
  ]),
]);
