import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { APP_ID } from '../../../electron/desktop/program/app-id';

test('the program names itself to Windows as its installer does', () => {
  const config = readFileSync('electron-builder.yml', 'utf8');
  expect(/^appId: (.*)$/m.exec(config)?.[1]).toBe(APP_ID);
});
