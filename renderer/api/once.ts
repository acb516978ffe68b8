import type { Given } from '../../shared/client/given';
import { newKey, type CallOptions } from '../../shared/client/persist';
import type { DownloadName, Name, Output } from '../../shared/contract';
import { call, type Call } from './call';

/**
 * What a person asks for in one place, and may ask for again when it failed. The same words have the same key until they are
 * answered: where only the answer was lost they are stored once, and said again after it they are said anew.
 */
export class Once {
  readonly #keys = new Map<string, string>();

  /** Calls by `through`, the usual `call` unless given. Throws like it. */
  async call<N extends Exclude<Name, DownloadName>>(
    name: N,
    input: Given<N>,
    through: Call = call,
  ): Promise<Output<N>> {
    const said = JSON.stringify([name, input]);
    const key = this.#keys.get(said) ?? newKey();
    this.#keys.set(said, key);
    const ask = through as (name: N, input: unknown, options: CallOptions) => Promise<Output<N>>;
    const answer = await ask(name, input, { key });
    this.#keys.delete(said);
    return answer;
  }
}
