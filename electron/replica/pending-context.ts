import { AppError } from '../../shared/errors';
import type { Context, NewEvent, ReadContext } from '../service/context';

/** Effects of a command other than the rows it writes. */
export interface PendingEffects {
  events: NewEvent[];
  /** Writes to run at the end of the command, such as full-text entries. */
  writes: (() => Promise<void>)[];
}

/**
 * Creates the context with which the host's handlers run a pending command on a replica. Sending email throws
 * `unavailable`; effects after the commit are left to the host.
 */
export function pendingContext(
  read: ReadContext,
  { now, newId, effects }: { now: number; newId: () => number; effects: PendingEffects },
): Context {
  const overrides: Omit<Context, keyof ReadContext> & Pick<Context, 'now'> = {
    now: () => now,
    newId,
    emit: (event) => void effects.events.push(event),
    beforeCommit: (write) => void effects.writes.push(write),
    afterCommit: () => undefined,
    mail: () => Promise.reject(new AppError('unavailable', 'Only the host can send email.')),
  };
  return new Proxy(read, {
    get: (target, property) =>
      Object.hasOwn(overrides, property)
        ? overrides[property as keyof typeof overrides]
        : (Reflect.get(target, property) as unknown),
  }) as Context;
}
