import type { Logger } from 'pino';
import { saveMeta } from '../../database/meta';
import type { Store } from '../../database/open';
import type { HostingGate } from './hosting-gate';
import type { LogFollowing } from '../host/log-following';
import type { HostMessage } from '../messages';
import type { StandbySession } from '../host/standby-session';

/** The host that hands its community over. */
export interface HandoverOptions {
  store: Pick<Store, 'writer' | 'files'>;
  gate: HostingGate;
  /** This host's term. */
  term: number;
  /** Returns the number of the last committed event. */
  seq: () => number;
  logger: Logger;
}

/** The standby that asks for the community: its machine, its certificate and the `HOST:PORT` where it will host it. */
export interface MoveTarget {
  name: string;
  certificate: string;
  addresses: string[];
  /** The newest version of the database's schema that its program can open; undefined for an earlier program. */
  canOpen: number | undefined;
}

/**
 * Hands the community over to its connected standby: pauses writes, waits until the standby has all of it on its disk,
 * stores that this host never writes again, and only then says so. If anything fails before that is stored, this host
 * goes on. Asked again after it is final, it answers the same standby in the same way: its answer may have been lost.
 * Never throws.
 */
export async function handOver(
  follower: LogFollowing,
  session: StandbySession,
  { canOpen, ...target }: MoveTarget,
  options: HandoverOptions,
): Promise<void> {
  const { store, gate, term, seq, logger } = options;
  const { successor } = gate;
  if (successor !== null && (successor.how !== 'move' || successor.certificate !== target.certificate))
    return session.send({ type: 'notMoved', reason: 'superseded' });
  const schema = store.writer.raw.pragma('user_version', { simple: true }) as number;
  if (canOpen === undefined || canOpen < schema) {
    logger.warn('the community was not moved: the standby runs an older Courtyard');
    // An earlier program doesn't know the other reason.
    return session.send({ type: 'notMoved', reason: canOpen === undefined ? 'failed' : 'newer' });
  }
  if (!session.isInStep) return session.send({ type: 'notMoved', reason: 'behind' });
  const began = performance.now();
  gate.pause();
  follower.holdCheckpoints(true);
  try {
    const ended = await within(MOVE_MS, (signal) => sendEverything(follower, session, options, signal));
    const next = { term: term + 1, seq: seq() };
    await gate.supersede({ how: 'move', urls: [], ...target, ...next, ended, schema });
    logger.info({ name: target.name, ms: Math.round(performance.now() - began) }, 'the community has moved');
    await session.send({ type: 'handover', ...next });
  } catch (error) {
    logger.warn({ err: error }, 'the community was not moved, and is still hosted here');
    await session.send({ type: 'notMoved', reason: reasonOf(error) });
  } finally {
    // Closed for good now, if it has a successor.
    gate.resume();
    follower.holdCheckpoints(gate.successor !== null);
  }
}

/** Returns the end of the log once the standby has confirmed that it has all of it. */
async function sendEverything(
  follower: LogFollowing,
  session: StandbySession,
  { store, gate, term }: HandoverOptions,
  signal: AbortSignal,
) {
  const { writer, files } = store;
  await writer.drained();
  await files?.checkpointing()?.catch(() => undefined);
  // The log must not be empty: by the position at its end both know later that they have the same.
  if (gate.successor === null)
    await writer.runDespiteGate(() => Promise.resolve(saveMeta(writer.raw, 'moved', String(term + 1))));
  while (!follower.isComplete) {
    signal.throwIfAborted();
    if (follower.session !== session) throw new Error('the standby was disconnected');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  const end = gate.successor?.ended ?? follower.end;
  if (end === null) throw new Error('the write-ahead log is empty');
  if (!(await session.confirm(end, signal)))
    throw new Error('the standby has not confirmed the end of the log');
  signal.throwIfAborted();
  return end;
}

/** Runs work that must be done in time, and tells it to stop. */
async function within<T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(milliseconds);
  const tooLate = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  return Promise.race([work(signal), tooLate]);
}

function reasonOf(error: unknown): Extract<HostMessage, { type: 'notMoved' }>['reason'] {
  return (error as Error).name === 'TimeoutError' ? 'slow' : 'failed';
}

/** Milliseconds for which writes pause at most before the move is given up. */
const MOVE_MS = 5_000;
const POLL_MS = 2;
