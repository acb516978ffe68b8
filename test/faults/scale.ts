import { appendFileSync } from 'node:fs';

/** Whether the whole corpus runs (`npm run faults`), not the small form that belongs to every `npm test`. */
export const isWhole = process.env['FAULTS'] === 'whole';

/** How many cases of a fault to try: `small` in every test run, `whole` in `npm run faults`. */
export function scaled(small: number, whole: number): number {
  return isWhole ? whole : small;
}

/** How long a test may take, in milliseconds, however busy the machine is. */
export const TIMEOUT = isWhole ? 4 * 3_600_000 : 600_000;

/** One row of the table that `npm run faults` prints. */
export interface FaultRow {
  /** What was done to the community, such as "flipped bytes in the database". */
  fault: string;
  /** How many cases were tried. */
  cases: number;
  /** What was seen, such as "0 acknowledged writes lost". */
  result: string;
}

/** Adds a row to the table of this run; without effect outside `npm run faults`. */
export function report(row: FaultRow): void {
  const table = process.env['FAULTS_TABLE'];
  if (table !== undefined) appendFileSync(table, `${JSON.stringify(row)}\n`);
}
