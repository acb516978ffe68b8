import type { Database } from 'better-sqlite3';
import { endpointOf, type Name, type Parsed } from '../../shared/contract';
import { parseInput } from '../../shared/contract/endpoint';
import { AppError } from '../../shared/errors';
import type { Frame } from '../../shared/events';
import type { Context, ReadContext } from '../service/context';
import type { Handlers } from '../service/dispatch';
import { splitVersion } from '../service/edit-versions';
import { handlers } from '../service/handlers';
import { pendingContext, type PendingEffects } from './pending-context';
import { pendingFrames } from './pending-frames';
import { ProvisionalIds } from './provisional-ids';

/** A write that waits to be sent to the host. */
export interface PendingCommand {
  /** Its idempotency key. */
  key: string;
  name: Name;
  input: Record<string, unknown>;
  /** The provisional IDs that it made when it ran before. */
  made: readonly number[];
  /** When the person did it (Unix seconds); now if it isn't given. */
  madeAt?: number;
}

/** What a command did in the layer. */
export interface PendingResult {
  value: unknown;
  /** The frames of its events for the person, without numbers. */
  frames: readonly Frame[];
  made: readonly number[];
}

interface LayerEntry {
  command: PendingCommand;
  made: readonly number[];
  at: number;
  /** The host did it; its rows arrive with the changes up to this number. */
  doneSeq?: number;
}

/**
 * Commands that wait to be sent, run by the handlers of the host over a replica, in a transaction that is never
 * committed. So every answer shows them in their future places. Let each call finish before you make the next one.
 */
export class PendingLayer {
  readonly #raw: Database;
  readonly #context: ReadContext;
  readonly #ids: ProvisionalIds;
  #entries: LayerEntry[] = [];
  #isBuilt = false;

  constructor(raw: Database, context: ReadContext) {
    this.#raw = raw;
    this.#context = context;
    this.#ids = new ProvisionalIds(() => context.now());
  }

  /** Removes the rows of all commands, so that rows of the host can be stored. */
  remove(): void {
    this.#isBuilt = false;
    if (this.#raw.inTransaction) this.#raw.exec('ROLLBACK');
  }

  /** Runs all commands again if rows of the host were stored since. Those that fail leave nothing. */
  async build(): Promise<void> {
    if (this.#isBuilt) return;
    this.remove();
    if (this.#entries.length > 0) this.#raw.exec('BEGIN');
    for (const entry of this.#entries) {
      try {
        await this.#run(entry);
      } catch {
        // Errors such as a full disk end the whole transaction: the layer is built at the next use.
        if (!this.#raw.inTransaction) return;
      }
    }
    this.#isBuilt = true;
  }

  /** Runs a command after all others, even if it is among them already. One that is refused leaves nothing. */
  async add(command: PendingCommand): Promise<PendingResult> {
    const entry = this.#entryOf(command);
    if (this.#entries.some((one) => one.command.key === command.key)) this.#drop(command.key);
    await this.build();
    if (!this.#isBuilt)
      throw new AppError('unavailable', 'This can be shown only after the host has received it.');
    if (!this.#raw.inTransaction) this.#raw.exec('BEGIN');
    try {
      const { value, effects } = await this.#run(entry);
      const frames = await pendingFrames(this.#context, effects.events, entry.at);
      this.#entries.push(entry);
      return { value, frames, made: entry.made };
    } catch (error) {
      // It may have run although its frames could not be made.
      this.remove();
      if (error instanceof AppError) throw error;
      throw new AppError('unavailable', 'This needs the host. Try again when it’s back online.', {
        cause: error,
      });
    }
  }

  /** Replaces all commands. */
  set(commands: readonly PendingCommand[]): void {
    this.remove();
    this.#entries = commands.map((command) => this.#entryOf(command));
  }

  /** Records that the host did a command: it leaves the layer when `storedUpTo` reaches a number of the log. */
  settle(key: string, seq: number): void {
    for (const entry of this.#entries) if (entry.command.key === key) entry.doneSeq = seq;
  }

  /** Removes commands whose rows arrived with changes up to a number. Call `remove` first. */
  storedUpTo(seq: number): void {
    this.#entries = this.#entries.filter(({ doneSeq }) => doneSeq === undefined || doneSeq > seq);
  }

  #drop(key: string): void {
    this.remove();
    this.#entries = this.#entries.filter((one) => one.command.key !== key);
  }

  /** A command that is in the layer already keeps its time and its IDs. */
  #entryOf(command: PendingCommand): LayerEntry {
    const earlier = this.#entries.find((entry) => entry.command.key === command.key);
    const made = command.made.length > 0 ? command.made : (earlier?.made ?? []);
    this.#ids.reserve(made);
    return { command, made, at: command.madeAt ?? earlier?.at ?? this.#context.now() };
  }

  /** Runs a command in a savepoint of its own and records the IDs that it makes. */
  async #run(entry: LayerEntry): Promise<{ value: unknown; effects: PendingEffects }> {
    const { name, input } = entry.command;
    const effects: PendingEffects = { events: [], writes: [] };
    const made: number[] = [];
    const newId = () => {
      const id = entry.made[made.length] ?? this.#ids.next();
      made.push(id);
      return id;
    };
    this.#raw.exec('SAVEPOINT pending');
    try {
      const ctx = pendingContext(this.#context, { now: entry.at, newId, effects });
      const value = await callHandler(ctx, name, input);
      for (const write of effects.writes) await write();
      this.#raw.exec('RELEASE pending');
      // A run that makes fewer IDs, as after a block, must not give the others away.
      if (made.length > entry.made.length) entry.made = made;
      return { value, effects };
    } catch (error) {
      if (this.#raw.inTransaction) this.#raw.exec('ROLLBACK TO pending; RELEASE pending');
      throw error;
    }
  }
}

async function callHandler<N extends Name>(
  ctx: Context,
  name: N,
  input: Record<string, unknown>,
): Promise<unknown> {
  const endpoint = endpointOf(name);
  if (endpoint.kind !== 'write') throw new AppError('unavailable', 'Only writes can wait for the host.');
  const { changes: parsed } = splitVersion(name, parseInput(endpoint, input) as Parsed<N>);
  const handler = ALL[name];
  if (typeof handler === 'function') return handler(ctx, parsed);
  const run = await handler.prepare(ctx, parsed, () => undefined);
  return run(ctx);
}

const ALL: Handlers = handlers;
