import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { endpointOf, isName, type Name, type Output, type Parsed } from '../../shared/contract';
import { parseInput, type Endpoint } from '../../shared/contract/endpoint';
import { AppError } from '../../shared/errors';
import { isDiskError } from '../content/store';
import type { Store } from '../database/open';
import { findCaller, recheckCaller, requireCaller } from './access/access';
import { answerAgain, storeCommand } from './idempotency/answer-storage';
import { findCommand, type StoredCommand } from './idempotency/commands';
import type { Caller, Context, Host, NewEvent, ReadContext } from './context';
import { leaveLetter } from './mail/outbox';
import { commandOf, type Command } from './idempotency/idempotency';
import type { Session } from './session';
import type { Claim } from './uploads/uploads';

type Maybe<T> = T | Promise<T>;

/**
 * What answers a call. A write that needs slow work (hashing, proof of work) before its transaction is `outside`: it
 * does that first and gives back the function that runs inside.
 */
export type Handler<N extends Name> = (ctx: Context, input: Parsed<N>) => Maybe<Output<N>>;

export interface OutsideHandler<N extends Name> {
  /** A command that comes again while its slow work goes on waits for that, in place of beginning it anew. */
  isShared?: true;
  /** `otherwise` notes what is to be done where nothing is stored after all. */
  outside: (
    ctx: ReadContext,
    input: Parsed<N>,
    otherwise: (undo: () => void) => void,
  ) => Promise<(ctx: Context) => Maybe<Output<N>>>;
}

/** A handler for every name of the contract: a missing one fails the compile. */
export type Handlers = { [N in Name]: Handler<N> | OutsideHandler<N> };

/** The transaction's last words and the delivery after it. */
export interface EventPublisher {
  /** Numbers the group's events inside its transaction. */
  append: (events: readonly PendingEvent[]) => void;
  /** Delivers what the last group appended. */
  deliver: () => void;
  /** Forgets it. */
  discard: () => void;
}

export interface PendingEvent extends NewEvent {
  actor: number;
}

export interface DispatchParts {
  store: Store;
  host: Host;
  handlers: Handlers;
  publisher: EventPublisher;
  ids: { next: () => number; save: () => void };
  /** Unix seconds. */
  now: () => number;
  logger: Logger;
  /** Called after a group that left mail. */
  mailWaits: () => void;
  /** Notes that a token was used. */
  touch: (caller: { id: number; tokenId: number; lastBeen: number }) => void;
}

export type Dispatch = <N extends Name>(
  session: Session,
  name: N,
  input: unknown,
  key?: string,
) => Promise<Output<N>>;

/** Makes the one function behind every door: session, parse, rights to call, transaction, handler, publication. */
export function createDispatch(parts: DispatchParts): Dispatch {
  const { store, host, handlers, now, logger } = parts;
  const group = emptyGroup();
  /** Slow work of commands that are under way until they are stored, and may come again meanwhile. */
  const preparing = new Map<string, Promise<unknown>>();

  store.writer.hooks = {
    beforeCommit: async () => {
      for (const write of group.writes) await write();
      parts.ids.save();
      parts.publisher.append(group.events);
    },
    afterCommit: () => {
      const { acts, mail } = group;
      Object.assign(group, emptyGroup());
      for (const act of acts) doAfter(act);
      parts.publisher.deliver();
      if (mail) parts.mailWaits();
    },
    afterRollback: () => {
      Object.assign(group, emptyGroup());
      parts.publisher.discard();
    },
  };

  /** What was stored stays so, and the next group has its turn, whatever comes of it. */
  function doAfter(act: () => void): void {
    try {
      act();
    } catch (error) {
      logger.error({ err: error }, 'what was to be done after a commit failed');
    }
  }

  return async (session, name, input, key) => {
    try {
      if (!isName(name)) throw new AppError('not_found');
      const endpoint = endpointOf(name);
      const caller = await callerOf(session, endpoint);
      const parsed = parseInput(endpoint, input);
      if (endpoint.kind === 'read') return await answerRead(name, session, caller, parsed);
      return await answerWrite(name, endpoint, session, caller, parsed, key);
    } catch (error) {
      throw asAppError(store.health.translate(error), name, logger);
    }
  };

  async function callerOf(session: Session, endpoint: Endpoint): Promise<Caller | null> {
    const find = endpoint.open ? findCaller : requireCaller;
    const caller = await store.read((db) => find(db, session.token, host.nowForAges()));
    if (!caller || session.token === null) return null;
    host.shared.takeRequest(session.token);
    parts.touch(caller);
    return caller;
  }

  function answerRead<N extends Name>(
    name: N,
    session: Session,
    caller: Caller | null,
    input: unknown,
  ): Promise<Output<N>> {
    const handler = handlers[name] as Handler<N>;
    // A read handler is typed by its own narrower context, so that it cannot emit.
    return store.read(async (db) =>
      handler({ ...host, db, session, caller, now } as Context, input as Parsed<N>),
    );
  }

  async function answerWrite<N extends Name>(
    name: N,
    endpoint: Endpoint,
    session: Session,
    caller: Caller | null,
    input: unknown,
    key: string | undefined,
  ): Promise<Output<N>> {
    store.health.requireWritable();
    const command = commandOf(name, endpoint, caller, lastingOf(endpoint, input), key);
    const claim = await claimOf(endpoint, caller, input);
    const undoing: (() => void)[] = [];
    try {
      const named = claim && claim.name !== '' ? { filename: claim.name, ...(input as object) } : input;
      const otherwise = (undo: () => void) => void undoing.push(undo);
      const run = await insideOf(name, session, caller, named as Parsed<N>, command, otherwise);
      return await runInside(endpoint, session, caller, run, command, claim);
    } catch (error) {
      for (const undo of undoing) undo();
      throw error;
    } finally {
      if (command && preparing.size > 0) preparing.delete(markOf(command));
      await claim?.end();
    }
  }

  function runInside<T>(
    endpoint: Endpoint,
    session: Session,
    caller: Caller | null,
    run: (ctx: Context) => Maybe<T>,
    command: Command | null,
    claim: Claim | null,
  ): Promise<T> {
    return store.writer.run(async () => {
      const db = store.writer.db;
      const stored = command && (await findCommand(db, command.person, command.key));
      const present = caller && (await recheckCaller(db, caller));
      if (stored) return again<T>(command, stored)({ ...host, db, session, caller: present, now } as Context);
      if (!present && !endpoint.open) throw new AppError('auth_failed');
      const own = emptyGroup();
      await claim?.use(db);
      if (claim) own.acts.push(claim.forget);
      const ctx: Context = {
        ...host,
        db,
        session,
        caller: present,
        now,
        newId: parts.ids.next,
        emit: (event) => void own.events.push({ ...event, actor: present?.id ?? 0 }),
        beforeCommit: (write) => void own.writes.push(write),
        afterCommit: (act) => void own.acts.push(act),
        mail: async (letter) => {
          own.mail = true;
          const dropped = await leaveLetter(db, { ...letter, id: parts.ids.next(), now: now() });
          if (dropped.length > 0) own.acts.push(() => host.forgetLetters(dropped));
        },
      };
      const result = await run(ctx);
      if (command) {
        await storeCommand(db, command, endpoint, result, now());
      }
      group.events.push(...own.events);
      group.writes.push(...own.writes);
      group.acts.push(...own.acts);
      group.mail ||= own.mail;
      return result;
    });
  }

  /** A finished resumable upload that the input names in place of a part. */
  async function claimOf({ upload }: Endpoint, caller: Caller | null, input: unknown): Promise<Claim | null> {
    if (!upload || !caller) return null;
    return host.uploads.claim(caller.id, upload, (input as Record<string, string>)[upload.part] ?? '');
  }

  /** The input as it is when it comes again: the same bytes have another name then. */
  function lastingOf({ upload }: Endpoint, input: unknown): unknown {
    if (!upload) return input;
    const named = input as Record<string, string>;
    return { ...named, [upload.part]: host.uploads.markOf(named[upload.part] ?? '') };
  }

  /** The part of a handler that runs in the transaction; slow work before it is done here. */
  async function insideOf<N extends Name>(
    name: N,
    session: Session,
    caller: Caller | null,
    input: Parsed<N>,
    command: Command | null,
    otherwise: (undo: () => void) => void,
  ): Promise<(ctx: Context) => Maybe<Output<N>>> {
    const handler = handlers[name] as Handler<N> | OutsideHandler<N>;
    if (typeof handler === 'function') return (ctx) => handler(ctx, input);
    const earlier = command && (await store.read((db) => findCommand(db, command.person, command.key)));
    if (earlier) return again(command, earlier);
    try {
      const ctx = { ...host, db: store.reader, session, caller, now };
      const prepare = () => handler.outside(ctx, input, otherwise);
      return await (handler.isShared && command ? together(command, prepare) : prepare());
    } catch (error) {
      // The same command may have been stored while this one was at its slow work and undone what it relied on.
      const stored = command && (await store.read((db) => findCommand(db, command.person, command.key)));
      if (!stored) throw error;
      return again(command, stored);
    }
  }

  function again<T>(command: Command, stored: StoredCommand): (ctx: Context) => Promise<T> {
    return async (ctx) =>
      (await answerAgain(command, stored, (read, given) => readAnew(ctx, read, given))) as T;
  }

  /** Answers a repeated write by the call that reads its result. */
  async function readAnew<N extends Name>(ctx: Context, name: N, input: unknown): Promise<Output<N>> {
    const handler = handlers[name] as Handler<N>;
    return handler(ctx, parseInput(endpointOf(name), input) as Parsed<N>);
  }

  function together<T>(command: Command, prepare: () => Promise<T>): Promise<T> {
    const mark = markOf(command);
    const begun = (preparing.get(mark) as Promise<T> | undefined) ?? prepare();
    preparing.set(mark, begun);
    return begun;
  }
}

function markOf({ person, key, name, hash }: Command): string {
  return [person, key.toString('hex'), name, hash.toString('hex')].join();
}

/** What writes leave for the end of their transaction and for afterwards. */
interface Group {
  events: PendingEvent[];
  writes: (() => Promise<void>)[];
  acts: (() => void)[];
  mail: boolean;
}

function emptyGroup(): Group {
  return { events: [], writes: [], acts: [], mail: false };
}

function asAppError(error: unknown, name: string, logger: Logger): AppError {
  if (error instanceof AppError) {
    if (error.code === 'unavailable' && error.cause !== undefined)
      logger.error({ err: error.cause, call: name }, 'nothing could be stored or read');
    return error;
  }
  if (isDiskError(error)) {
    logger.error({ err: error, call: name }, 'the disk failed');
    return new AppError('unavailable', undefined, { cause: error });
  }
  const id = randomBytes(6).toString('hex');
  logger.error({ err: error, call: name, id }, 'a call failed');
  return new AppError('server_error', undefined, { id, cause: error });
}
