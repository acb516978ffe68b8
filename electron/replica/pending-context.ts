import { AppError } from '../../shared/errors';
import type { Context, NewEvent, ReadContext } from '../service/context';

/** What a command leaves besides its rows. */
export interface PendingEffects {
  events: NewEvent[];
  /** Writes for the end of the command: full-text entries. */
  writes: (() => Promise<void>)[];
}

/**
 * A context in which the handlers of the host write into a replica. Email throws `unavailable`; changes in the memory
 * of the host are left to the host.
 */
export function pendingContext(
  read: ReadContext,
  { now, newId, effects }: { now: number; newId: () => number; effects: PendingEffects },
): Context {
  const parts: Omit<Context, keyof ReadContext> & Pick<Context, 'now'> = {
    now: () => now,
    newId,
    emit: (event) => void effects.events.push(event),
    beforeCommit: (write) => void effects.writes.push(write),
    afterCommit: () => undefined,
    mail: () => Promise.reject(new AppError('unavailable', 'Only the host can send email.')),
  };
  return new Proxy(read, {
    get: (target, name) =>
      Object.hasOwn(parts, name) ? parts[name as keyof typeof parts] : (Reflect.get(target, name) as unknown),
  }) as Context;
}
