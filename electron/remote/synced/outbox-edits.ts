import type { OutboxAction, OutboxItem } from '../../../shared/bridge';
import type { Name } from '../../../shared/contract';
import { pickVersion, versionedEditOf } from '../../../shared/contract/versions';
import { AppError } from '../../../shared/errors';
import { textFieldOf } from '../../../shared/outbox';
import type { Outbox, OutboxCommand } from '../../outbox/outbox';
import type { Replica } from '../../replica/replica';
import { ReplicaReader } from '../../replica/replica-reader';

/** What a person may do with something in their outbox. */
export type OutboxChange = Exclude<OutboxAction, { action: 'look' | 'save' | 'discardAll' }>;

/** Lists what an outbox holds, oldest first, without what nobody misses. */
export function listItems(outbox: Outbox): OutboxItem[] {
  const shown = outbox.all().filter(({ name }) => isShown(name));
  return shown.map(({ program: _, made, upload, ...command }) => ({
    ...command,
    made: [...made],
    ...(upload && { upload }),
  }));
}

/**
 * Whether the outbox shows a waiting call to the person: not if it is made by looking at something, such as a read
 * mark.
 */
export function isShown(name: string): boolean {
  return !HIDDEN.has(name);
}

/** Changes an outbox as its person asked. Throws AppError. */
export function changeOutbox(outbox: Outbox, change: OutboxChange): void {
  const { action, key } = change;
  if (action === 'discard') outbox.discard(key);
  else if (action === 'retry') outbox.retry(key);
  else sendAgain(outbox, key, action === 'edit' ? change.text : undefined);
}

/** Discards the waiting read marks of a command's dialog that the furthest of them makes needless, but not some. */
export function discardCoveredReads(
  outbox: Outbox,
  { name, input }: OutboxCommand,
  isKept: (key: string) => boolean,
): void {
  if (name !== 'dialogs.read') return;
  const dialog = Number(input['dialog_id']);
  const reads = outbox.all().filter((one) => one.name === name && Number(one.input['dialog_id']) === dialog);
  const furthest = Math.max(...reads.map((one) => readUpTo(one.input)));
  const kept = reads.findLast((one) => readUpTo(one.input) === furthest);
  outbox.discard(...reads.filter((one) => one !== kept && !isKept(one.key)).map(({ key }) => key));
}

/** Records what a waiting edit is based on: the values that its person saw last. */
export async function recordVersion(outbox: Outbox, replica: Replica, command: OutboxCommand): Promise<void> {
  const { key, name, input } = command;
  const edit = versionedEditOf(name);
  if (!edit || input['ifVersion'] !== undefined) return;
  const seen = await new ReplicaReader(replica).asLastSeen(edit.read, edit.inputFor(input));
  if (seen !== undefined) outbox.setVersion(key, pickVersion(edit.versionOf(seen), input));
}

/**
 * Sends a command again, with another text if one is given; after a conflict, over the version that was shown with it.
 */
function sendAgain(outbox: Outbox, key: string, text?: string): void {
  const command = outbox.all().find((one) => one.key === key);
  if (!command) throw new AppError('not_found');
  const { name, input, error } = command;
  const field = text === undefined ? null : textFieldOf(name, input);
  if (text !== undefined && !field) throw new AppError('not_found');
  const changed = { ...input, ...(field && { [field]: text }) };
  outbox.edit(key, error?.current ? { ...changed, ifVersion: error.current } : changed);
}

/** Without a message, everything is read. */
function readUpTo({ message = Infinity }: OutboxCommand['input']): number {
  return Number(message);
}

const HIDDEN: ReadonlySet<string> = new Set<Name>(['dialogs.read', 'people.readNotifications']);
