import autocannon, { type Options, type Result } from 'autocannon';
import { setTimeout as wait } from 'node:timers/promises';
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
  /** The number of concurrent requests, each on its own connection; any number with `perSecond`. */
  inFlight: number;
  seconds: number;
  /** Requests per second in all, at even distances; as many as possible if absent. */
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

async function run(job: LoadJob): Promise<LoadResult> {
  const begun = performance.now();
  const times = await (job.perSecond === undefined ? flood(job) : pace(job, job.perSecond));
  const took = (performance.now() - begun) / 1000;
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor(share * (times.length - 1))] ?? 0;
  return { perSecond: times.length / took, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** Sends as many requests as are answered, and returns the time of each in milliseconds. */
async function flood({ url, inFlight, seconds, requests }: LoadJob): Promise<number[]> {
  let next = Math.floor(Math.random() * requests.length);
  const times: number[] = [];
  const options: Options = {
    url,
    connections: inFlight,
    duration: seconds,
    requests: [
      {
        setupRequest: (request) => {
          const { body, ...rest } = requests[next++ % requests.length] as LoadRequest;
          return { ...request, ...rest, ...(body !== undefined && { body: filled(body) }) };
        },
      },
    ],
  };
  const { non2xx, errors, timeouts } = await new Promise<Result>((resolve, reject) => {
    const load = autocannon(options, (error: Error | null, result) =>
      error ? reject(error) : resolve(result),
    );
    load.on('response', (_client, _status, _bytes, time) => times.push(time));
  });
  if (non2xx + errors + timeouts > 0)
    throw new Error(
      `${non2xx} refusals, ${errors} errors and ${timeouts} timeouts of ${times.length} at ${url}`,
    );
  return times;
}

/**
 * Sends requests at even distances, whether the ones before were answered or not, and returns the time of each in
 * milliseconds. autocannon's own rates come in bursts, which a server groups.
 */
async function pace({ url, seconds, requests }: LoadJob, perSecond: number): Promise<number[]> {
  const from = Math.floor(Math.random() * requests.length);
  const begun = performance.now();
  const answers = Array.from({ length: perSecond * seconds }, async (_, count) => {
    const due = begun + (count * 1000) / perSecond;
    await wait(Math.max(0, due - performance.now()));
    const { path, body, ...rest } = requests[(from + count) % requests.length] as LoadRequest;
    const answer = await fetch(url + path, { ...rest, ...(body !== undefined && { body: filled(body) }) });
    if (!answer.ok) throw new Error(`${answer.status} at ${url}: ${await answer.text()}`);
    await answer.arrayBuffer();
    return performance.now() - due;
  });
  return Promise.all(answers);
}

const filled = (body: string) => body.replace(NONCE, `bench-${process.pid}-${++nonces}`);

answerJobs(run);
