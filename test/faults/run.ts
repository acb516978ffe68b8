import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FaultRow } from './scale.ts';

/** All files in this folder, and the files of the corpus elsewhere. */
const CORPUS = ['test/faults/', 'test/service/media/stored-scripts'];

/**
 * The command `npm run faults`: runs the whole fault corpus and prints one table row per kind of fault. Arguments are
 * passed to the test runner, such as the name of one file. Exits with the test runner's code.
 */
const folder = mkdtempSync(join(tmpdir(), 'courtyard-faults-'));
const table = join(folder, 'table.jsonl');
const given = process.argv.slice(2);
const files = given.some((one) => !one.startsWith('-')) ? [] : CORPUS;
// One file at a time, because flood tests measure how long others wait.
const args = ['vitest', 'run', '--no-file-parallelism', ...files, ...given];
const { status } = spawnSync('npx', args, {
  stdio: 'inherit',
  env: { ...process.env, FAULTS: 'whole', FAULTS_TABLE: table },
});
process.stdout.write(`\n${tableOf(rowsOf(table))}\n`);
if (status !== 0) process.stdout.write('\nSome tests failed: see above. They have no row.\n');
rmSync(folder, { recursive: true });
process.exitCode = status ?? 1;

function rowsOf(path: string): FaultRow[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as FaultRow);
}

/** Formats rows with aligned columns, readable in a terminal and as Markdown. */
function tableOf(rows: readonly FaultRow[]): string {
  const cells = [
    ['fault', 'cases', 'result'],
    ...rows.map(({ fault, cases, result }) => [fault, cases.toLocaleString('en'), result]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) => {
    const [fault = '', cases = '', result = ''] = row;
    return `| ${fault.padEnd(widths[0] ?? 0)} | ${cases.padStart(widths[1] ?? 0)} | ${result.padEnd(widths[2] ?? 0)} |`;
  });
  const [fault = 0, count = 0, result = 0] = widths;
  const rule = `| ${'-'.repeat(fault)} | ${'-'.repeat(count - 1)}: | ${'-'.repeat(result)} |`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}
