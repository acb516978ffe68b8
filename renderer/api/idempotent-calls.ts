import type { Given } from '../../shared/client/given';
import { newKey } from '../../shared/client/idempotency-key';
import type { CallOptions } from '../../shared/client/retry';
import type { DownloadName, Name, Output } from '../../shared/contract';
import { call, type Call } from './call';

/**
 * Makes retries by the person idempotent. The same input uses the same idempotency key until it is answered, so it is
 * stored only once if just the answer was lost. After an answer, the same input counts as a new request.
 */
export class IdempotentCalls {
  readonly #keys = new Map<string, string>();

  /** Calls the service through `through`, by default `call`. Throws like it. */
  async call<N extends Exclude<Name, DownloadName>>(
    name: N,
    input: Given<N>,
    through: Call = call,
  ): Promise<Output<N>> {
    const request = JSON.stringify([name, input]);
    const key = this.#keys.get(request) ?? newKey();
    this.#keys.set(request, key);
    const ask = through as (name: N, input: unknown, options: CallOptions) => Promise<Output<N>>;
    const answer = await ask(name, input, { key });
    this.#keys.delete(request);
    return answer;
  }
}
