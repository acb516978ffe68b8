import { appendFileSync } from 'node:fs';

/** Whether the whole corpus runs (`npm run faults`) instead of the small one of every `npm test`. */
export const isWhole = process.env['FAULTS'] === 'whole';

/** Returns the number of cases to try: `small` in every test run, `whole` in `npm run faults`. */
export function scaled(small: number, whole: number): number {
  return isWhole ? whole : small;
}

/** Test timeout in milliseconds, long enough for a busy machine; of hours where somebody asked for more cases. */
export const TIMEOUT = isWhole || process.env['KILLS'] !== undefined ? 4 * 3_600_000 : 600_000;

/** One row of the table that `npm run faults` prints. */
export interface FaultRow {
  /** The fault, such as "flipped bytes in the database". */
  fault: string;
  /** The number of cases tried. */
  cases: number;
  /** The outcome, such as "0 acknowledged writes lost". */
  result: string;
}

/** Adds a row to the table of this run; does nothing outside `npm run faults`. */
export function report(row: FaultRow): void {
  const table = process.env['FAULTS_TABLE'];
  if (table !== undefined) appendFileSync(table, `${JSON.stringify(row)}\n`);
}
