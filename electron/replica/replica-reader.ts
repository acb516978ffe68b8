import { endpointOf, type Name, type Output, type Parsed } from '../../shared/contract';
import { parseInput } from '../../shared/contract/endpoint';
import { AppError } from '../../shared/errors';
import type { ReadContext } from '../service/context';
import type { Handler, Handlers } from '../service/dispatch';
import { handlers } from '../service/handlers';
import { asLastSeen, COVERAGE, type Coverage } from './coverage';
import type { Replica } from './replica';

/**
 * Answers reading calls from a replica, by the handlers of the host. Undefined if the replica does not hold everything
 * that the answer needs: then the host is asked.
 */
export class ReplicaReader {
  readonly #replica: Replica;
  readonly #context: ReadContext;

  /** Whether a replica can ever answer a call completely. */
  static covers(name: Name): boolean {
    const coverage = COVERAGE[name];
    return coverage !== undefined && coverage !== asLastSeen;
  }

  constructor(replica: Replica) {
    this.#replica = replica;
    this.#context = replica.context;
  }

  /** Answers as far as the replica knows: what to show while the host is away. */
  asLastSeen<N extends Name>(name: N, input: unknown): Promise<Output<N> | undefined> {
    return this.#answer(name, input, false);
  }

  /** Throws `validation_error` as the host would. */
  answer<N extends Name>(name: N, input: unknown): Promise<Output<N> | undefined> {
    return this.#answer(name, input, true);
  }

  async #answer<N extends Name>(name: N, input: unknown, isWhole: boolean): Promise<Output<N> | undefined> {
    const coverage = COVERAGE[name] as Coverage<N> | undefined;
    if (!coverage) return undefined;
    const parsed = parseInput(endpointOf(name), input) as Parsed<N>;
    try {
      return await this.#replica.read(async () => {
        // Read handlers take a ReadContext, although the type covers writes too.
        const value = await (ALL[name] as Handler<N>)(this.#context as never, parsed);
        return !isWhole || coverage(this.#replica.holdings, parsed, value) ? value : undefined;
      });
    } catch (error) {
      // What a replica doesn't know of may exist at the host.
      if (error instanceof AppError && error.code !== 'validation_error') return undefined;
      throw error;
    }
  }
}

const ALL: Handlers = handlers;
