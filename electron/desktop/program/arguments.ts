import { flagOf } from '../../settings';
import { SETTINGS } from '../../settings-table';

/**
 * The flags that are ours among the arguments of a desktop program, each with its value: Chromium's own switches
 * (`--ozone-platform=…`, `--no-sandbox` of a package's launcher) and the addresses of a launcher's `%U` stand between them.
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
  ...Object.entries(SETTINGS).map(([key, { takes }]): [string, string] => [`--${flagOf(key)}`, takes]),
]);
