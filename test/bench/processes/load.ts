import autocannon, { type Options, type Result } from 'autocannon';
import { answerJobs } from './answering';

/** A helper process that loads a server with requests and reports the results. */

/** One request of a list that is repeated. */
export interface LoadRequest {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  /** `NONCE` is replaced by a unique value. */
  body?: string;
}

export interface LoadJob {
  url: string;
  /** The number of concurrent requests, each on its own connection. */
  inFlight: number;
  seconds: number;
  /** Requests per second in all; as many as possible if absent. */
  perSecond?: number;
  requests: LoadRequest[];
}

export interface LoadResult {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
  p99: number;
}

export const NONCE = '[nonce]';

let nonces = 0;

async function run({ url, inFlight, seconds, perSecond, requests }: LoadJob): Promise<LoadResult> {
  let next = Math.floor(Math.random() * requests.length);
  const times: number[] = [];
  const options: Options = {
    url,
    connections: inFlight,
    duration: seconds,
    ...(perSecond !== undefined && { overallRate: perSecond }),
    requests: [
      {
        setupRequest: (request) => {
          const { body, ...rest } = requests[next++ % requests.length] as LoadRequest;
          const filled = body?.replace(NONCE, `bench-${process.pid}-${++nonces}`);
          return { ...request, ...rest, ...(filled !== undefined && { body: filled }) };
        },
      },
    ],
  };
  const begun = performance.now();
  const { non2xx, errors, timeouts } = await new Promise<Result>((resolve, reject) => {
    const load = autocannon(options, (error: Error | null, result) =>
      error ? reject(error) : resolve(result),
    );
    load.on('response', (_client, _status, _bytes, time) => times.push(time));
  });
  const took = (performance.now() - begun) / 1000;
  if (non2xx + errors + timeouts > 0)
    throw new Error(
      `${non2xx} refusals, ${errors} errors and ${timeouts} timeouts of ${times.length} at ${url}`,
    );
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor(share * (times.length - 1))] ?? 0;
  return { perSecond: times.length / took, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

answerJobs(run);
