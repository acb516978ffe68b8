import type { Logger } from 'pino';
import { endpointOf, isName, type Name, type Output, type Parsed } from '../../shared/contract';
import { parseInput, type Endpoint } from '../../shared/contract/endpoint';
import type { Version } from '../../shared/contract/versions';
import { AppError } from '../../shared/errors';
import type { PrefetchPlan } from '../database/caching/prefetch-plan';
import type { Db, Store } from '../database/open';
import { findCaller, requireCaller } from './access/access';
import { requireScope, scopeFor } from './access/app-scopes';
import { toCallError } from './calls/call-errors';
import { prefetchPlanOf, readWriteState } from './calls/prefetch-plans';
import type { RunningCalls } from './calls/running-calls';
import { answerRepeat, storeCommand } from './idempotency/answer-storage';
import { findCommand, findCommandInTurn, type StoredCommand } from './idempotency/commands';
import { findVersionConflict, splitVersion } from './edit-versions';
import type { Caller, Context, ServiceParts, NewEvent, ReadContext } from './context';
import { commandOf, type KeyedCommand } from './idempotency/idempotency';
import { grantDailyCoins } from './people/daily-coins';
import type { Answer, Session } from './session';
import type { UploadClaim } from './uploads/received-uploads';
import type { WriteCollector } from './write-collector';

type Maybe<T> = T | Promise<T>;

/**
 * Answers a call. A write with slow work (password hashing, proof of work) uses a `TwoPhaseHandler` to do it before the
 * transaction.
 */
export type Handler<N extends Name> = (ctx: Context, input: Parsed<N>) => Maybe<Output<N>>;

export interface TwoPhaseHandler<N extends Name> {
  /**
   * A retry that arrives during the slow work waits for it instead of starting it again, as all retries of uploads do.
   */
  joinsRepeats?: true;
  /**
   * Does the slow work and returns the function to run inside the transaction. `onRollback` registers what to undo if
   * nothing is stored after all.
   */
  prepare: (
    ctx: ReadContext,
    input: Parsed<N>,
    onRollback: (undo: () => void) => void,
  ) => Promise<(ctx: Context) => Maybe<Output<N>>>;
}

/** A handler for every endpoint of the contract; the compiler reports missing ones. */
export type Handlers = { [N in Name]: Handler<N> | TwoPhaseHandler<N> };

/** Logs events at the end of a transaction and delivers them after the commit. */
export interface EventPublisher {
  /** Numbers and stores the events inside the transaction. */
  append: (events: readonly PendingEvent[]) => void | Promise<void>;
  /** What was appended is committed. Returns the number of the last committed event. */
  committed: () => number;
  /** Delivers committed events up to a number. */
  deliver: (upTo: number) => void;
  /** Forgets what was appended, after a rollback. */
  discard: () => void;
  /** The number of the last event that may be delivered. */
  readonly seq: number;
}

export interface PendingEvent extends NewEvent {
  actor: number;
}

export interface DispatchOptions {
  running: RunningCalls;
  store: Store;
  parts: ServiceParts;
  handlers: Handlers;
  publisher: EventPublisher;
  groupCommit: WriteCollector;
  /** Unix seconds. */
  now: () => number;
  logger: Logger;
  /** Records that a token was used. */
  touch: (caller: { id: number; tokenId: number; lastBeen: number }) => void;
}

export type Dispatch = <N extends Name>(
  session: Session,
  name: N,
  input: unknown,
  key?: string,
) => Promise<Answer<Output<N>>>;

/**
 * Creates the one function behind all transports: authenticate, parse, check idempotency, run the handler in a
 * transaction, publish its events.
 */
export function createDispatch(options: DispatchOptions): Dispatch {
  const { running, store, parts, handlers, groupCommit, now, logger } = options;
  /** Slow work in progress, by command ID, so that a retry can join it. */
  const preparing = new Map<string, Promise<unknown>>();

  return (session, name, input, key) => running.run(() => answer(session, name, input, key));

  async function answer<N extends Name>(
    session: Session,
    name: N,
    input: unknown,
    key: string | undefined,
  ): Promise<Answer<Output<N>>> {
    try {
      if (!isName(name)) throw new AppError('not_found');
      const endpoint = endpointOf(name);
      const admit = createAdmission(session, name, endpoint);
      if (endpoint.kind === 'read') {
        // Taken before the reading: events that the answer knows already may be applied to it again, none may be left
        // out.
        const { seq } = options.publisher;
        const value = await store.read(async (db) => {
          const caller = await admit(db);
          // The time is the same for all records of an answer, each of which asks for it.
          const at = now();
          const ctx = { ...parts, db, session, caller, now: () => at };
          const handler = handlers[name] as Handler<N>;
          // Read handlers take a ReadContext, so they can't emit although this type says so.
          return handler(ctx as Context, parseInput(endpoint, input) as Parsed<N>);
        });
        return { value, seq };
      }
      const caller = await store.read(admit);
      return await answerWrite(name, endpoint, session, caller, parseInput(endpoint, input), key);
    } catch (error) {
      throw toCallError(store.health.translate(error), name, logger);
    }
  }

  /**
   * Returns what finds the caller of one call and whether they may make it. It counts once, even if a read is repeated.
   */
  function createAdmission(session: Session, name: Name, endpoint: Endpoint) {
    let isCounted = false;
    return async (db: Db): Promise<Caller | null> => {
      const find = endpoint.open ? findCaller : requireCaller;
      const caller = await find(db, session.token, parts.nowForAges());
      if (!caller) return null;
      if (!isCounted) {
        isCounted = true;
        parts.ephemeral.consumeRequest(caller.tokenId);
        options.touch(caller);
      }
      requireScope(caller, scopeFor(name));
      return caller;
    };
  }

  async function answerWrite<N extends Name>(
    name: N,
    endpoint: Endpoint,
    session: Session,
    caller: Caller | null,
    given: unknown,
    key: string | undefined,
  ): Promise<Answer<Output<N>>> {
    store.writer.requireWritable();
    // A retry may be based on another version: it is still the same command.
    const { changes: input, seen } = splitVersion(name, given);
    const command = commandOf(name, endpoint, caller, stableInputOf(endpoint, input), key);
    const claim = await claimUpload(endpoint, caller, input);
    const rollbacks: (() => void)[] = [];
    try {
      const uploadInput =
        claim && claim.fileName !== '' ? { filename: claim.fileName, ...(input as object) } : input;
      const onRollback = (undo: () => void) => void rollbacks.push(undo);
      const run = await prepareRun(name, session, caller, uploadInput as Parsed<N>, command, onRollback);
      const edit = seen ? checkVersion(name, input as Parsed<N>, seen, run) : run;
      const prefetchPlan = prefetchPlanOf(name, input as Parsed<N>, { caller, command, now: now() });
      return await runInTransaction(endpoint, session, caller, edit, { command, claim, prefetchPlan });
    } catch (error) {
      for (const undo of rollbacks) undo();
      throw error;
    } finally {
      if (command && preparing.size > 0) preparing.delete(commandId(command));
      await claim?.release();
    }
  }

  async function runInTransaction<T>(
    endpoint: Endpoint,
    session: Session,
    caller: Caller | null,
    run: (ctx: Context) => Maybe<T>,
    { command, claim, prefetchPlan }: PreparedWrite,
  ): Promise<Answer<T>> {
    const { value, commit } = await store.writer.run(async () => {
      const db = store.writer.db;
      const { stored, current, use, coinsDay } = await readWriteState(db, { caller, command, now: now() });
      if (command && stored) {
        const ctx = { ...parts, db, session, caller: current, now } as Context;
        const value = await repeatAnswer<T>(command, stored)(ctx);
        if (caller) parts.ephemeral.refundRepeat(caller.tokenId);
        return { value, commit: undefined };
      }
      if (!current && !endpoint.open) throw new AppError('auth_failed');
      return groupCommit.collect({ db, session, caller: current }, async (ctx) => {
        await claim?.consume(db);
        if (claim) ctx.afterCommit(claim.discard);
        await grantDailyCoins(ctx, coinsDay);
        const result = await run(ctx);
        if (command && use) await storeCommand(db, command, endpoint, { result, use, now: now() });
        return result;
      });
    }, prefetchPlan);
    return { value, seq: commit?.seq };
  }

  /** Claims the finished resumable upload that an input refers to, if any. */
  async function claimUpload(
    { upload }: Endpoint,
    caller: Caller | null,
    input: unknown,
  ): Promise<UploadClaim | null> {
    if (!upload || !caller) return null;
    return parts.uploads.claim(caller.id, upload, (input as Record<string, string>)[upload.part] ?? '');
  }

  /** The input as a retry would send it: the same bytes then have another upload ID. */
  function stableInputOf({ upload }: Endpoint, input: unknown): unknown {
    if (!upload) return input;
    const uploadInput = input as Record<string, string>;
    return { ...uploadInput, [upload.part]: parts.uploads.fingerprintOf(uploadInput[upload.part] ?? '') };
  }

  /** Does the slow work of a handler and returns the function to run inside the transaction. */
  async function prepareRun<N extends Name>(
    name: N,
    session: Session,
    caller: Caller | null,
    input: Parsed<N>,
    command: KeyedCommand | null,
    onRollback: (undo: () => void) => void,
  ): Promise<(ctx: Context) => Maybe<Output<N>>> {
    const handler = handlers[name] as Handler<N> | TwoPhaseHandler<N>;
    if (typeof handler === 'function') return (ctx) => handler(ctx, input);
    const earlier = command && (await store.read((db) => findCommand(db, command.person, command.key)));
    if (earlier) return repeatAnswer(command, earlier);
    try {
      const ctx = { ...parts, db: store.reader, session, caller, now };
      const prepare = () => handler.prepare(ctx, input, onRollback);
      // An upload's bytes leave the place where they were received, so that a retry could no longer read them there.
      const isShared = handler.joinsRepeats === true || endpointOf(name).upload !== undefined;
      return await (isShared && command ? shareWork(command, prepare) : prepare());
    } catch (error) {
      // A retry may have been stored during the slow work, or be about to be, and undone what this one relied on.
      const stored = command && (await findCommandInTurn(store.writer, command));
      if (!stored) throw error;
      return repeatAnswer(command, stored);
    }
  }

  /** Undoes an edit whose version is not the current one. An error of its handler comes first. */
  function checkVersion<N extends Name>(
    name: N,
    changes: Parsed<N>,
    seen: Version,
    run: (ctx: Context) => Maybe<Output<N>>,
  ): (ctx: Context) => Promise<Output<N>> {
    return async (ctx) => {
      const before = findVersionConflict(name, changes, seen, (read, given) => reread(ctx, read, given));
      const conflict = await before.catch((error: unknown) => error);
      const result = await run(ctx);
      if (conflict) throw conflict as Error;
      return result;
    };
  }

  function repeatAnswer<T>(command: KeyedCommand, stored: StoredCommand): (ctx: Context) => Promise<T> {
    return async (ctx) =>
      (await answerRepeat(command, stored, (read, given) => reread(ctx, read, given))) as T;
  }

  /** Answers a repeated write by calling the endpoint that reads its result. */
  async function reread<N extends Name>(ctx: Context, name: N, input: unknown): Promise<Output<N>> {
    const handler = handlers[name] as Handler<N>;
    return handler(ctx, parseInput(endpointOf(name), input) as Parsed<N>);
  }

  function shareWork<T>(command: KeyedCommand, prepare: () => Promise<T>): Promise<T> {
    const id = commandId(command);
    const work = (preparing.get(id) as Promise<T> | undefined) ?? prepare();
    preparing.set(id, work);
    return work;
  }
}

/** What is known of a write when its transaction begins. */
interface PreparedWrite {
  command: KeyedCommand | null;
  /** The finished upload that it uses. */
  claim: UploadClaim | null;
  prefetchPlan: PrefetchPlan | undefined;
}

function commandId({ person, key, name, hash }: KeyedCommand): string {
  return [person, key.toString('hex'), name, hash.toString('hex')].join();
}
