import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

/**
 * How many cases a long property tests: `count`, or SEEDS=n by hand. SHRINK=1 searches for the smallest failing case;
 * REPLAY=path runs only the one that a failure names.
 */
export function runs(count: number): Pick<fc.Parameters<unknown>, 'numRuns' | 'endOnFailure' | 'path'> {
  const { SEEDS, SHRINK, REPLAY } = process.env;
  return {
    numRuns: Number(SEEDS ?? count),
    endOnFailure: SHRINK === undefined,
    ...(REPLAY !== undefined && { path: REPLAY }),
  };
}

/** fast-check with a fixed seed, so that each run tests the same cases; SEED=n tries others. */
export default fc;
