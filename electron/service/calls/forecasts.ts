import type { Name, Parsed } from '../../../shared/contract';
import type { Forecast } from '../../database/caching/forecast';
import type { Db } from '../../database/open';
import { recheckCaller } from '../access/access';
import { findDialogMember } from '../access/dialogs-queries';
import type { Caller } from '../context';
import { findCommand } from '../idempotency/commands';
import type { KeyedCommand } from '../idempotency/idempotency';
import { findCommandUse } from '../idempotency/use-queries';
import { findCoinsDay } from '../people/gift-queries';

/** Who writes, and with which idempotency key, at a time in Unix seconds. */
interface Beginning {
  caller: Caller | null;
  command: KeyedCommand | null;
  now: number;
}

/** Reads what every write needs before its handler runs: at once, for a database that takes a while to answer. */
export async function readBefore(db: Db, { caller, command, now }: Beginning) {
  const [stored, current, use, coinsDay] = await Promise.all([
    command && findCommand(db, command.person, command.key),
    caller && recheckCaller(db, caller),
    command && findCommandUse(db, command.person, now),
    caller ? findCoinsDay(db, caller.id) : undefined,
  ]);
  return { stored, current, use, coinsDay };
}

/** Returns what is known of a write before it runs; undefined for all but those that people do all the time. */
export function forecastOf<N extends Name>(
  name: N,
  input: Parsed<N>,
  beginning: Beginning,
): Forecast | undefined {
  const { caller } = beginning;
  const dialog = DIALOGS[name]?.(input);
  if (!caller || dialog === undefined) return undefined;
  return {
    subjects: [`person ${caller.id}`, `dialog ${dialog}`],
    read: (db) => Promise.all([readBefore(db, beginning), findDialogMember(db, dialog, caller.id)]),
  };
}

/**
 * The ID of the dialog that a write concerns. Of all that other writes read first, these may change only this dialog,
 * its members, and what is their author's own.
 */
const DIALOGS: { [N in Name]?: (input: Parsed<N>) => number | undefined } = {
  'dialogs.send': ({ dialog_id, edit, timestamp }) => (edit || timestamp ? undefined : dialog_id),
  'dialogs.read': ({ dialog_id }) => dialog_id,
};
