import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FaultRow } from './scale.ts';

/**
 * The command `npm run faults`: runs the whole fault corpus and prints one table row per kind of fault. Arguments are
 * passed to the test runner, such as the name of one file. Exits with the test runner's code.
 */
const folder = mkdtempSync(join(tmpdir(), 'courtyard-faults-'));
const table = join(folder, 'table.jsonl');
const args = ['vitest', 'run', '--dir', 'test/faults', ...process.argv.slice(2)];
const { status } = spawnSync('npx', args, {
  stdio: 'inherit',
  env: { ...process.env, FAULTS: 'whole', FAULTS_TABLE: table },
});
const rows = existsSync(table) ? readFileSync(table, 'utf8').trim().split('\n') : [];
process.stdout.write('\n| fault | cases | result |\n|---|---|---|\n');
for (const { fault, cases, result } of rows.map((row) => JSON.parse(row) as FaultRow)) {
  process.stdout.write(`| ${fault} | ${cases.toLocaleString('en')} | ${result} |\n`);
}
rmSync(folder, { recursive: true });
process.exitCode = status ?? 1;
