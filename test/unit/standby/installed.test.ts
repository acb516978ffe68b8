import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { setProgramPath } from '../../../electron/commands/program-command';
import { requireNoStandby, STANDBY_FILE } from '../../../electron/standby/copy/standby-folder';
import { requireNoWitness, WITNESS_FILE } from '../../../electron/standby/witness/witness-folder';
import { temporaryFolder } from '../../support/temporary-folder';

const COMMON = { key: 'k', name: 'Lypova 12', certificate: { key: '', cert: '' } };
const STANDBY = { ...COMMON, addresses: [], isPaired: true, ended: null, isSwapping: false, process: 0 };
const STATE = { term: 1, grantedTo: '', standby: '', hasEverything: false, revision: 0 };
const WITNESS = { ...COMMON, port: 0, usedCode: '', state: STATE };

// In the order in which the program's path is set, which can't be undone.
test('folders that only the command line can serve say so in the words of how the program was started', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, STANDBY_FILE), JSON.stringify(STANDBY));
  writeFileSync(join(folder, WITNESS_FILE), JSON.stringify(WITNESS));
  expect(() => requireNoStandby(folder)).toThrow('Start it with --standby');
  expect(() => requireNoWitness(folder)).toThrow('Start it with --witness');
  setProgramPath('/opt/Courtyard');
  expect(() => requireNoStandby(folder)).toThrow('another folder: /opt/Courtyard --data DIR.');
  expect(() => requireNoWitness(folder)).toThrow('another folder: /opt/Courtyard --data DIR.');
});
