import { expect, it } from 'vitest';
import { ownArguments } from '../../../electron/desktop/program/arguments';

it.each([
  [[], []],
  [
    ['--data', '/srv/yard', '--port=1'],
    ['--data', '/srv/yard', '--port=1'],
  ],
  [['--no-sandbox', '--ozone-platform=wayland', '--lang', 'uk'], []],
  [
    ['--no-sandbox', '--log', 'warn', 'https://example.org/', '--settings', 'a.json'],
    ['--log', 'warn', '--settings', 'a.json'],
  ],
  [['--reset-owner', 'word'], ['--reset-owner']],
  [['--data'], ['--data']],
])('finds in the arguments %j our own: %j', (argv, ours) => {
  expect(ownArguments(argv)).toEqual(ours);
});
