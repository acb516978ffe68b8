import type { Bench } from './measures';
import type { Measured } from './processes';
import type { LoadRequest, LoadResult } from './processes/load';

/** How many requests are in flight at a time: of those who write, and of those who read. */
export const MANY = 32;
export const READERS = 8;

/** Loads a server after a short warm-up of its code. */
export async function loaded(
  { load, seconds }: Bench,
  { url }: Measured,
  inFlight: number,
  requests: LoadRequest[],
): Promise<LoadResult> {
  await load.do({ url, inFlight, seconds: 1, requests });
  return load.do({ url, inFlight, seconds, requests });
}
