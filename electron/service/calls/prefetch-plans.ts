import type { Name, Parsed } from '../../../shared/contract';
import type { PrefetchPlan } from '../../database/caching/prefetch-plan';
import type { Db } from '../../database/open';
import { recheckCaller } from '../access/access';
import { findDialogMember } from '../access/dialogs-queries';
import type { Caller } from '../context';
import { findCommand } from '../idempotency/commands';
import type { KeyedCommand } from '../idempotency/idempotency';
import { findCommandUse } from '../idempotency/use-queries';
import { findCoinsDay } from '../people/gift-queries';

/** The caller and the idempotency key of a write; `now` is in Unix seconds. */
interface WriteRequest {
  caller: Caller | null;
  command: KeyedCommand | null;
  now: number;
}

/** Reads what every write needs before its handler runs, in parallel to save round trips. */
export async function readWriteState(db: Db, { caller, command, now }: WriteRequest) {
  const [stored, current, use, coinsDay] = await Promise.all([
    command && findCommand(db, command.person, command.key),
    caller && recheckCaller(db, caller),
    command && findCommandUse(db, command.person, now),
    caller ? findCoinsDay(db, caller.id) : undefined,
  ]);
  return { stored, current, use, coinsDay };
}

/** Returns the prefetch plan of a write; undefined for all but the most frequent calls. */
export function prefetchPlanOf<N extends Name>(
  name: N,
  input: Parsed<N>,
  request: WriteRequest,
): PrefetchPlan | undefined {
  const { caller } = request;
  const dialog = DIALOGS[name]?.(input);
  if (!caller || dialog === undefined) return undefined;
  return {
    conflictKeys: [`person ${caller.id}`, `dialog ${dialog}`],
    prefetch: (db) => Promise.all([readWriteState(db, request), findDialogMember(db, dialog, caller.id)]),
  };
}

/**
 * Returns the dialog that a write changes, by call. Of the rows that other writes prefetch, these calls may change only
 * those of the dialog, its members and the caller.
 */
const DIALOGS: { [N in Name]?: (input: Parsed<N>) => number | undefined } = {
  'dialogs.send': ({ dialog_id, edit, timestamp }) => (edit || timestamp ? undefined : dialog_id),
  'dialogs.read': ({ dialog_id }) => dialog_id,
};
