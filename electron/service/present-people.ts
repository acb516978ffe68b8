import type { OnlineStatus } from '../../shared/contract/records';

/** Whether a person has open connections, and whether any of their devices is used. */
export type PresenceState = 'offline' | 'idle' | 'active';

/** Who has open connections, at this process and at the others that serve the community. */
export class PresentPeople {
  readonly #present = new Map<number, Set<symbol>>();
  /** The connections whose devices nobody uses. */
  readonly #idle = new Set<symbol>();
  readonly #departures = new Map<number, number>();
  /** Who is present at other processes, by process. */
  readonly #elsewhere = new Map<string, Map<number, 'idle' | 'active'>>();

  /** Called when a person's presence at this process has changed. */
  onChange: (person: number, state: PresenceState) => void = () => undefined;

  /** Records that a person's connection is alive. Returns whether their presence changed. */
  addConnection(person: number, connection: symbol): boolean {
    const before = this.#presenceHere(person);
    const connections = this.#present.get(person);
    if (connections) connections.add(connection);
    else this.#present.set(person, new Set([connection]));
    return this.#changedFrom(before, person);
  }

  /** Records that a connection ended at a time in Unix seconds. Returns whether the person's presence changed. */
  removeConnection(person: number, connection: symbol, at: number): boolean {
    const before = this.#presenceHere(person);
    const connections = this.#present.get(person);
    this.#idle.delete(connection);
    if (!connections?.delete(connection)) return false;
    if (connections.size === 0) {
      this.#present.delete(person);
      this.#departures.set(person, at);
    }
    return this.#changedFrom(before, person);
  }

  /** Records whether the device of an open connection is used. Returns whether the person's presence changed. */
  setIdle(person: number, connection: symbol, isIdle: boolean): boolean {
    if (!this.#present.get(person)?.has(connection)) return false;
    const before = this.#presenceHere(person);
    if (isIdle) this.#idle.add(connection);
    else this.#idle.delete(connection);
    return this.#changedFrom(before, person);
  }

  /** What a person who is present shows: the status they have chosen, or that none of their devices is used. */
  statusOf(person: number, chosen: OnlineStatus): OnlineStatus {
    return chosen === 'online' && this.#presenceOf(person) === 'idle' ? 'moved_away' : chosen;
  }

  /** When people went offline (Unix seconds), as far as it isn't stored yet. */
  get remaining(): ReadonlyMap<number, number> {
    return this.#departures;
  }

  /** Forgets departures that have been stored. */
  clearDepartures(stored: ReadonlyMap<number, number>): void {
    for (const [person, at] of stored)
      if (this.#departures.get(person) === at) this.#departures.delete(person);
  }

  /** Whether a person has an open connection. */
  isPresent(person: number): boolean {
    return this.#presenceOf(person) !== 'offline';
  }

  /** Everyone with an open connection. */
  presentPeople(): number[] {
    const elsewhere = [...this.#elsewhere.values()].flatMap((people) => [...people.keys()]);
    return [...new Set([...this.#present.keys(), ...elsewhere])];
  }

  /** What another process has to know of who is present here. */
  peopleHere(): { person: number; state: PresenceState }[] {
    return [...this.#present.keys()].map((person) => ({ person, state: this.#presenceHere(person) }));
  }

  /** The other processes at which anyone is present. */
  get processes(): string[] {
    return [...this.#elsewhere.keys()];
  }

  /** Forgets a process that has ended. Returns the people whose presence changed. */
  forgetProcess(process: string): number[] {
    const people = [...(this.#elsewhere.get(process)?.keys() ?? [])];
    return people.filter((person) => this.moveElsewhere(person, 'offline', process) !== null);
  }

  #presenceOf(person: number): PresenceState {
    const states = [...this.#elsewhere.values()].map((people) => people.get(person));
    const here = this.#presenceHere(person);
    if (here === 'active' || states.includes('active')) return 'active';
    return states.includes('idle') ? 'idle' : here;
  }

  #presenceHere(person: number): PresenceState {
    const connections = this.#present.get(person);
    if (!connections) return 'offline';
    for (const connection of connections) if (!this.#idle.has(connection)) return 'active';
    return 'idle';
  }

  /** Tells of a person's presence here if it has changed; returns whether. */
  #changedFrom(before: PresenceState, person: number): boolean {
    const state = this.#presenceHere(person);
    if (state === before) return false;
    this.onChange(person, state);
    return true;
  }

  /** Records a person's presence at another process. Returns the person if their presence changed by it. */
  moveElsewhere(person: number, state: PresenceState, process: string): number | null {
    const before = this.#presenceOf(person);
    const people = this.#elsewhere.get(process) ?? new Map<number, 'idle' | 'active'>();
    this.#elsewhere.set(process, people);
    if (state === 'offline') people.delete(person);
    else people.set(person, state);
    if (people.size === 0) this.#elsewhere.delete(process);
    return this.#presenceOf(person) === before ? null : person;
  }
}
