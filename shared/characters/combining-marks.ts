/**
 * Limits runs of combining marks to 30, as Unicode's Stream-Safe Text Format does (UAX #15): normalization sorts the
 * marks of a letter, which takes quadratic time for thousands of them.
 */
export function limitCombiningMarks(text: string): string {
  return text.replace(LONG_RUNS, '$1');
}

/** The two half-width voice marks are letters that NFKC turns into combining marks. */
const LONG_RUNS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;
