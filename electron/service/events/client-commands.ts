import type { Logger } from 'pino';
import { AppError } from '../../../shared/errors';
import type { SubscriptionCategory } from '../../../shared/events';
import { SOCKET } from '../../../shared/limits';
import { requireAccessibleProfile } from '../access/access';
import { requireScope } from '../access/app-scopes';
import type { Caller, ReadContext } from '../context';
import type { EventConnection, EventConnections } from './event-connections';
import { findMembers } from './queries';
import { emitTyping } from './typing';

/** What commands need from the event log. */
export interface CommandSource {
  connections: EventConnections;
  /** The Seq of the last committed event. */
  seq: () => number;
  /** Unix seconds. */
  now: () => number;
  /** A context to read as a person. */
  contextOf: (caller: Caller) => ReadContext;
  /** Stores whether the person at a connection is idle. */
  setIdle: (connection: EventConnection, isIdle: boolean) => void;
  /** Tells other processes that a person types. */
  onTyping: (person: number, dialog: number) => void;
  logger: Logger;
}

/** Runs the commands that clients send over their event connections; a failed one is answered by an `error` frame. */
export class ClientCommands {
  readonly #source: CommandSource;
  readonly #running = new Set<Promise<void>>();

  constructor(source: CommandSource) {
    this.#source = source;
  }

  /** Runs a command as parsed from JSON, not validated yet. Closes a connection that sends too many. */
  async run(connection: EventConnection, raw: unknown): Promise<void> {
    if (connection.closed) return;
    if (!connection.commands.take(this.#source.now() * 1000)) return connection.close(1008, TOO_MANY);
    const running = this.#tryToRun(connection, raw);
    this.#running.add(running);
    await running;
    this.#running.delete(running);
  }

  /** Waits for the commands that are running. */
  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #tryToRun(connection: EventConnection, raw: unknown): Promise<void> {
    try {
      const { command, category, idle, thing_id: id } = (raw ?? {}) as Record<string, unknown>;
      if (command === 'idle' && typeof idle === 'boolean') return this.#source.setIdle(connection, idle);
      if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1) {
        throw new AppError('validation_error');
      }
      if (command === 'typing') {
        await this.#type(connection, id);
      } else if ((command === 'subscribe' || command === 'unsubscribe') && category === 'dialog') {
        await this.#subscribe(connection, command, id);
      } else if ((command === 'subscribe' || command === 'unsubscribe') && category === 'wall') {
        await this.#subscribeToWall(connection, command, id);
      } else {
        throw new AppError('validation_error');
      }
    } catch (error) {
      if (!(error instanceof AppError)) this.#source.logger.error({ err: error }, 'a client command failed');
      connection.send({ Type: 'error', detail: error instanceof AppError ? error.code : 'server_error' });
    }
  }

  async #type(connection: EventConnection, dialog: number): Promise<void> {
    const { connections, contextOf } = this.#source;
    requireScope(connection.caller, 'write');
    const at = contextOf(connection.caller).now() * 1000;
    // The difference is absolute because the clock may have been set back.
    if (Math.abs(at - connection.typedAt) < TYPING_INTERVAL_MS) return;
    connection.typedAt = at;
    await emitTyping(contextOf, connections, connection, dialog);
    this.#source.onTyping(connection.caller.id, dialog);
  }

  async #subscribe(
    connection: EventConnection,
    command: 'subscribe' | 'unsubscribe',
    id: number,
  ): Promise<void> {
    const { contextOf } = this.#source;
    if (command === 'unsubscribe') {
      connection.unsubscribe(id);
    } else {
      const { caller } = connection;
      if (id !== caller.id) {
        const members = await findMembers(contextOf(caller).db, id, [caller.id]);
        if (!members.has(caller.id)) throw new AppError('not_found');
      }
      connection.subscribe(id);
    }
    this.#confirm(connection, command, 'dialog', id);
  }

  async #subscribeToWall(
    connection: EventConnection,
    command: 'subscribe' | 'unsubscribe',
    owner: number,
  ): Promise<void> {
    const { caller, walls } = connection;
    if (command === 'unsubscribe') {
      walls.delete(owner);
    } else {
      requireScope(caller, 'read');
      await requireAccessibleProfile(this.#source.contextOf(caller), String(owner));
      if (walls.size >= SOCKET.walls && !walls.has(owner)) throw new AppError('too_large');
      walls.add(owner);
    }
    // A replay leaves out what is only watched, so up to its end something may be missing.
    connection.onceLive(() => this.#confirm(connection, command, 'wall', owner));
  }

  #confirm(
    connection: EventConnection,
    command: 'subscribe' | 'unsubscribe',
    category: SubscriptionCategory,
    id: number,
  ): void {
    connection.send({ Type: `${command}d`, category, thing_id: id, Seq: this.#source.seq() });
  }
}

const TOO_MANY = 'too many commands';
/** How often one connection may announce typing, in milliseconds. */
const TYPING_INTERVAL_MS = 1000;
