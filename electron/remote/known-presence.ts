import type { Online } from '../../shared/contract/records';

/** Who is online, as far as a host has said since the connection to it was opened. */
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

  /** Whether a person is online with devices that nobody uses. */
  isIdle(person: number): boolean {
    return this.#present.get(person)?.Status === 'moved_away';
  }

  /** Records what the host said about a person. */
  set(person: number, online: Online): void {
    if (online.Online) this.#present.set(person, online);
    else this.#present.delete(person);
    if (online.Online) this.#departures.delete(person);
    else if (online.LastBeen > 0) this.#departures.set(person, online.LastBeen);
  }

  /** Forgets who is online: the host is away. */
  clear(): void {
    this.#present.clear();
  }
}
