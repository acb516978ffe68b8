import { isDeepStrictEqual } from 'node:util';

type Report = (difference: string) => void;

let report: Report | null = null;

/** For tests: every cached answer is compared with the query's, and those that differ are reported. */
export function verifyCachedAnswers(onDifference: Report | null): void {
  report = onDifference;
}

/** Whether cached answers are compared. */
export function isVerifying(): boolean {
  return report !== null;
}

/** Reports a cached answer that differs from what was asked now. */
export function verify(cached: unknown, asked: unknown): void {
  if (!isDeepStrictEqual(cached, asked))
    report?.(`cached ${JSON.stringify(cached)}, now ${JSON.stringify(asked)}`);
}
