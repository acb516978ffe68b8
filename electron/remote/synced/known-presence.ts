import type { Input, Output } from '../../../shared/contract';
import type { Online, OnlineStatus } from '../../../shared/contract/records';
import type { ReplicaCursor } from '../../replica/state-queries';

/** Who is online, and when others were, as far as a host has said since the connection to it was opened. */
export class KnownPresence {
  readonly #present = new Map<number, Online>();
  readonly #departures = new Map<number, number>();

  /** When people went offline (Unix seconds). */
  get remaining(): ReadonlyMap<number, number> {
    return this.#departures;
  }

  isPresent(person: number): boolean {
    return this.#present.has(person);
  }

  /** What a person who is online shows. The rows of others don't say what they have chosen. */
  statusOf(person: number, chosen: OnlineStatus): OnlineStatus {
    return this.#present.get(person)?.Status || chosen;
  }

  /** Records what the host said about a person. */
  set(person: number, online: Online): void {
    if (online.Online) this.#present.set(person, online);
    else this.#present.delete(person);
    if (online.Online) this.#departures.delete(person);
    else if (online.LastBeen > 0) this.#departures.set(person, online.LastBeen);
  }

  /**
   * Asks the host who is online, and when others were. Without an answer everybody stays offline until they come or go.
   */
  async load(
    cursor: ReplicaCursor | null,
    ask: (input: Input<'sync.changes'>) => Promise<Output<'sync.changes'>>,
  ): Promise<void> {
    if (!cursor) return;
    const answer = await ask({ log: cursor.log, since: cursor.seq, limit: 1, online: true }).catch(
      () => null,
    );
    if (!answer || !('Online' in answer)) return;
    for (const { User, Online } of answer.Online ?? []) this.set(User, Online);
  }

  /** Forgets who is online: the host is away. */
  clear(): void {
    this.#present.clear();
  }
}
