import { Unreachable } from '../../../shared/client/transport';
import type { Name, Output } from '../../../shared/contract';
import type { LiveReplica } from '../../replica/live-replica';
import { ReplicaReader } from '../../replica/replica-reader';
import type { Answer } from '../../service';
import type { EventHub } from '../event-hub';

/** The replica and the host that SyncedReads answers from. */
export interface SyncedReadsOptions {
  live: LiveReplica;
  hub: () => EventHub;
  /** Asks the host. */
  ask: <N extends Name>(name: N, input: unknown) => Promise<Answer<Output<N>>>;
  /** Resolves when the host has said who is online. */
  presenceKnown: () => Promise<void>;
}

/**
 * The reading calls of a person in a community hosted elsewhere: answered from the replica as far as it holds
 * everything, else by the host, and as last seen while that is away.
 */
export class SyncedReads {
  readonly #options: SyncedReadsOptions;
  #isLastSeenShown = false;

  constructor(options: SyncedReadsOptions) {
    this.#options = options;
  }

  /** Performs a reading call. Throws what the host refuses, and Unreachable if nothing is held of it. */
  async read<N extends Name>(name: N, input: unknown): Promise<Answer<Output<N>>> {
    const { hub, ask } = this.#options;
    const held = hub().isConnected
      ? await this.#readWhole(name, input)
      : await this.#readLastSeen(name, input);
    if (held) return held;
    try {
      return await ask(name, input);
    } catch (error) {
      const seen = error instanceof Unreachable ? await this.#readLastSeen(name, input) : undefined;
      if (seen) return seen;
      throw error;
    }
  }

  /** Whether something was answered as last seen since this was asked before. */
  takeLastSeen(): boolean {
    const isShown = this.#isLastSeenShown;
    this.#isLastSeenShown = false;
    return isShown;
  }

  /** Answers from the replica if it knows everything that the pages know, and everything that the answer needs. */
  async #readWhole<N extends Name>(name: N, input: unknown): Promise<Answer<Output<N>> | undefined> {
    if (!ReplicaReader.covers(name)) return undefined;
    const { live, hub, presenceKnown } = this.#options;
    const known = hub().cursor;
    await presenceKnown();
    if (!known || !(await live.upTo(known).catch(() => false))) return undefined;
    const { replica } = live;
    const seq = replica.cursor?.seq;
    const value = await new ReplicaReader(replica).answer(name, input);
    return value === undefined ? undefined : { value, seq };
  }

  async #readLastSeen<N extends Name>(name: N, input: unknown): Promise<Answer<Output<N>> | undefined> {
    const { replica } = this.#options.live;
    const seq = replica.cursor?.seq;
    if (seq === undefined) return undefined;
    const value = await new ReplicaReader(replica).asLastSeen(name, input);
    if (value === undefined) return undefined;
    this.#isLastSeenShown = true;
    return { value, seq };
  }
}
