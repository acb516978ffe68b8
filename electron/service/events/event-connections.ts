import type { CommunityRole, MessageModel } from '../../../shared/contract/records';
import type { Frame } from '../../../shared/events';
import { SOCKET } from '../../../shared/limits';
import type { Caller } from '../context';
import type { ConnectionOptions } from '../session';
import { TokenBucket } from '../token-bucket';

/** One client connected for events, and the dialogs and walls it subscribed to. */
export class EventConnection {
  readonly id = Symbol('connection');
  /** The signed-in person; their role is kept up to date. */
  caller: Caller;
  /** The Seq of the last event that was sent to this client, or that was current when it connected. */
  cursor = 0;
  /** The last `Durable` that this client was sent; null for none. */
  announcedDurable: number | null = null;
  closed = false;
  /** When this client last announced typing, in milliseconds. */
  typedAt = 0;
  /** Whether frames have the shape that the platform's public clients expect. */
  readonly isCompatible: boolean;
  /** The last message that was sent to a compatible connection. */
  lastMessage: MessageModel | undefined;
  readonly commands = new TokenBucket({ burst: SOCKET.commandBurst, perSecond: SOCKET.commandsPerSecond });
  #isLive = false;
  readonly #onceLive: (() => void)[] = [];
  #isSubscribedToAll = false;
  readonly #dialogs = new Set<number>();
  /** The owners of walls that the client subscribed to, whether or not its person follows them. */
  readonly walls = new Set<number>();
  readonly #options: ConnectionOptions;

  constructor(caller: Caller, options: ConnectionOptions) {
    this.caller = caller;
    this.#options = options;
    this.isCompatible = options.isCompatible ?? false;
  }

  /** False while missed events are being replayed. */
  get live(): boolean {
    return this.#isLive;
  }

  /** Everything that was missed is sent. */
  goLive(): void {
    this.#isLive = true;
    for (const act of this.#onceLive.splice(0)) act();
  }

  /** Acts once it is live. */
  onceLive(act: () => void): void {
    if (this.#isLive) act();
    else this.#onceLive.push(act);
  }

  /** Subscribes to one dialog, or to all of them if `id` is the caller's own ID. */
  subscribe(id: number): void {
    if (id === this.caller.id) this.#isSubscribedToAll = true;
    else this.#dialogs.add(id);
  }

  unsubscribe(id: number): void {
    if (id === this.caller.id) this.#isSubscribedToAll = false;
    else this.#dialogs.delete(id);
  }

  isSubscribedTo(dialog: number): boolean {
    return this.#isSubscribedToAll || this.#dialogs.has(dialog);
  }

  /** Whether the client subscribed to all dialogs of its person. */
  get isSubscribedToAll(): boolean {
    return this.#isSubscribedToAll;
  }

  /** Whether the caller administers the community. */
  get isAdmin(): boolean {
    return this.caller.role !== 'member';
  }

  /** Whether the client is an app of another maker. */
  get isApp(): boolean {
    return this.caller.app !== undefined;
  }

  send(frame: Frame): void {
    this.sendEncoded(JSON.stringify(frame));
  }

  sendEncoded(frame: string): void {
    if (!this.closed) this.#options.send(frame);
  }

  close(code: number, reason: string): void {
    if (this.closed) return;
    this.closed = true;
    this.#options.close(code, reason);
  }
}

/** All open event connections, by person. */
export class EventConnections {
  readonly #byPerson = new Map<number, Set<EventConnection>>();
  /** Announces a person's presence to those who know them. */
  announce: (person: number) => void = () => undefined;

  add(connection: EventConnection): void {
    const own = this.#byPerson.get(connection.caller.id);
    if (own) own.add(connection);
    else this.#byPerson.set(connection.caller.id, new Set([connection]));
  }

  remove(connection: EventConnection): void {
    const own = this.#byPerson.get(connection.caller.id);
    own?.delete(connection);
    if (own?.size === 0) this.#byPerson.delete(connection.caller.id);
  }

  /** Counts the open connections of a person's token. */
  countByToken({ id, tokenId }: Pick<Caller, 'id' | 'tokenId'>): number {
    return [...this.of(id)].filter(
      (connection) => !connection.closed && connection.caller.tokenId === tokenId,
    ).length;
  }

  /** Closes the connections of one token, or all of a person except those of the token `except`. */
  close(of: { token?: number; person?: number; except?: number }): void {
    const people = of.person === undefined ? this.#byPerson.values() : [this.#byPerson.get(of.person) ?? []];
    const matching = [...people].flatMap((connections) =>
      [...connections].filter(
        (connection) =>
          (of.token === undefined || connection.caller.tokenId === of.token) &&
          connection.caller.tokenId !== of.except,
      ),
    );
    for (const connection of matching) connection.close(4401, 'signed out');
  }

  /** Applies a person's new role to the open connections of their own devices. */
  changeRole(person: number, role: CommunityRole): void {
    for (const connection of this.of(person)) {
      if (!connection.isApp) connection.caller = { ...connection.caller, role };
    }
  }

  closeAll(code: number, reason: string): void {
    for (const connection of this.all()) connection.close(code, reason);
  }

  of(person: number): Iterable<EventConnection> {
    return this.#byPerson.get(person) ?? [];
  }

  /** Returns the open connections that fulfil a condition. */
  filter(condition: (connection: EventConnection) => boolean): EventConnection[] {
    const found: EventConnection[] = [];
    for (const connections of this.#byPerson.values())
      for (const connection of connections) if (condition(connection)) found.push(connection);
    return found;
  }

  *all(): Iterable<EventConnection> {
    for (const connections of [...this.#byPerson.values()]) yield* [...connections];
  }
}
