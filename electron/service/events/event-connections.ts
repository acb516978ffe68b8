import type { CommunityRole } from '../../../shared/contract/records';
import type { Frame } from '../../../shared/events';
import type { Caller } from '../context';
import type { ListenerOptions } from '../session';

/** One open line of events and what its client asked to hear. */
export class OpenLine {
  readonly mark = Symbol('line');
  /** Whose it is; the role follows changes. */
  caller: Caller;
  /** The number of the last event that this client has, or knew when it came. */
  cursor = 0;
  /** False while what was missed is being replayed. */
  live = false;
  closed = false;
  #all = false;
  readonly #dialogs = new Set<number>();
  readonly #options: ListenerOptions;

  constructor(caller: Caller, options: ListenerOptions) {
    this.caller = caller;
    this.#options = options;
  }

  /** Hears one dialog, or (with the own number) all of them. */
  subscribe(thing: number): void {
    if (thing === this.caller.id) this.#all = true;
    else this.#dialogs.add(thing);
  }

  unsubscribe(thing: number): void {
    if (thing === this.caller.id) this.#all = false;
    else this.#dialogs.delete(thing);
  }

  hears(dialog: number): boolean {
    return this.#all || this.#dialogs.has(dialog);
  }

  /** Whether it hears all of its person's dialogs. */
  get hearsAll(): boolean {
    return this.#all;
  }

  /** Whether its person administers the community. */
  get isAdmin(): boolean {
    return this.caller.role !== 'member';
  }

  send(frame: Frame): void {
    this.sendEncoded(JSON.stringify(frame));
  }

  sendEncoded(frame: string): void {
    if (!this.closed) this.#options.send(frame);
  }

  end(code: number, reason: string): void {
    if (this.closed) return;
    this.closed = true;
    this.#options.close(code, reason);
  }
}

/** All open lines, by person. */
export class Lines {
  readonly #byPerson = new Map<number, Set<OpenLine>>();

  add(line: OpenLine): void {
    const own = this.#byPerson.get(line.caller.id);
    if (own) own.add(line);
    else this.#byPerson.set(line.caller.id, new Set([line]));
  }

  remove(line: OpenLine): void {
    const own = this.#byPerson.get(line.caller.id);
    own?.delete(line);
    if (own?.size === 0) this.#byPerson.delete(line.caller.id);
  }

  /** How many lines are open with a caller's token. */
  countOf({ id, tokenId }: Caller): number {
    return [...this.of(id)].filter((line) => !line.closed && line.caller.tokenId === tokenId).length;
  }

  /** Ends the lines of a token, or of a person except those of one token. */
  end(of: { token?: number; person?: number; except?: number }): void {
    const people = of.person === undefined ? this.#byPerson.values() : [this.#byPerson.get(of.person) ?? []];
    const ending = [...people].flatMap((lines) =>
      [...lines].filter(
        (line) =>
          (of.token === undefined || line.caller.tokenId === of.token) && line.caller.tokenId !== of.except,
      ),
    );
    for (const line of ending) line.end(4401, 'signed out');
  }

  /** Lets a person's lines hear as what they are now. */
  changeRole(person: number, role: CommunityRole): void {
    for (const line of this.of(person)) line.caller = { ...line.caller, role };
  }

  endAll(code: number, reason: string): void {
    for (const line of this.all()) line.end(code, reason);
  }

  of(person: number): Iterable<OpenLine> {
    return this.#byPerson.get(person) ?? [];
  }

  *all(): Iterable<OpenLine> {
    for (const lines of [...this.#byPerson.values()]) yield* [...lines];
  }
}
