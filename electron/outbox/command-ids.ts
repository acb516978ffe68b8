import { AppError } from '../../shared/errors';
import type { outboxQueries } from './queries';
import type { CommandReference } from './command-references';
import { DependencyRefusedError, REFUSALS } from './refusals';

/** The IDs for which references stand, here and at the host. */
export class CommandIds {
  readonly #queries: ReturnType<typeof outboxQueries>;

  constructor(queries: ReturnType<typeof outboxQueries>) {
    this.#queries = queries;
  }

  /** Returns a reference to the command before `n` that makes a provisional ID; undefined if none does. */
  referenceTo(id: number, n: number): CommandReference | undefined {
    const maker = this.#queries.findMaker(id, n);
    return maker && { $key: maker.key, ...(maker.place > 0 && { n: maker.place }) };
  }

  /** The command that made a provisional ID, and the ID that the host gave instead. */
  makerOf(id: number): { key: string; hostId: number | undefined } | undefined {
    const maker = this.#queries.findMaker(id, Infinity);
    return maker && { key: maker.key, hostId: this.#queries.findSettled(maker.key)?.[maker.place] };
  }

  /** Throws what the dependent is refused with if the ID can't be known. */
  hostIdOf({ $key, n = 0 }: CommandReference): number {
    const ids = this.#queries.findSettled($key);
    const id = ids?.[n];
    if (id !== undefined) return id;
    if (ids) throw new AppError('not_found', REFUSALS.unknownId);
    if (this.#queries.findCommand($key)) throw new DependencyRefusedError($key);
    throw new AppError('not_found', REFUSALS.discarded);
  }

  /** The ID on this computer. */
  localIdOf({ $key, n = 0 }: CommandReference): number {
    return this.#queries.findSettled($key)?.[n] ?? this.#queries.findMade($key)[n] ?? NO_SUCH_ID;
  }
}

/** Stands for something that is not on this computer, so that a local run finds nothing. */
const NO_SUCH_ID = Number.MAX_SAFE_INTEGER;
