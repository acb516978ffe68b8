import type { Name } from '../../../shared/contract';
import { referToCommands } from '../../outbox/command-references';
import type { Outbox, OutboxCommand } from '../../outbox/outbox';

/**
 * Applies a waiting deletion or edit to what waits before it, if the host hasn't seen that: something deleted is not
 * sent, nor what else was done about it, and something edited is sent as it is now. So others never see what its author
 * took back. Returns whether the command is gone from the outbox because of that.
 */
export function withdraw(outbox: Outbox, command: OutboxCommand): boolean {
  const things = MAKERS[command.name];
  const id = Number(things && command.input[things.field]);
  const waiting = outbox.all();
  const maker = waiting.find(({ name, made }) => name === things?.madeBy && made[0] === id);
  if (!things || !maker || !outbox.isUnseen(maker.key)) return false;
  if (!things.isEdit) return withdrawMaker(outbox, maker, waiting);
  const edits = waiting.filter(({ name, input }) => name === command.name && input[things.field] === id);
  return edits.length === 1 && editMaker(outbox, maker, { ...command, field: things.field });
}

/** Discards a command with all that was done about what it makes, unless something else refers to that. */
function withdrawMaker(outbox: Outbox, maker: OutboxCommand, waiting: readonly OutboxCommand[]): boolean {
  const withdrawn = [maker];
  const ids = new Set(maker.made);
  for (const one of waiting.slice(waiting.indexOf(maker) + 1)) {
    if (!refersTo(one, ids)) continue;
    if (!ABOUT.some((field) => ids.has(Number(one.input[field])))) return false;
    withdrawn.push(one);
    for (const id of one.made) ids.add(id);
  }
  outbox.discard(...withdrawn.map(({ key }) => key));
  return true;
}

/** Sends the text of an edit at once, unless the edit changes more than that. */
function editMaker(
  outbox: Outbox,
  maker: OutboxCommand,
  { key, input, field }: Pick<OutboxCommand, 'key' | 'input'> & { field: string },
): boolean {
  const { [field]: _id, ifVersion: _version, ...values } = input;
  const changes = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(maker.input[name]),
  );
  if (!changes.every(([name]) => TEXTS.has(name))) return false;
  outbox.edit(maker.key, { ...maker.input, ...Object.fromEntries(changes) });
  outbox.discard(key);
  return true;
}

function refersTo({ name, input }: OutboxCommand, ids: ReadonlySet<number>): boolean {
  const { keys } = referToCommands(name, input, (id) => (ids.has(id) ? { $key: String(id) } : undefined));
  return keys.length > 0;
}

/** The calls that delete or edit something, the field with its ID, and the call that makes it. */
const MAKERS: Partial<Record<Name, { field: string; madeBy: Name; isEdit?: true }>> = {
  'dialogs.deleteMessage': { field: 'message_id', madeBy: 'dialogs.send' },
  'dialogs.editMessage': { field: 'message_id', madeBy: 'dialogs.send', isEdit: true },
  'posts.remove': { field: 'post_id', madeBy: 'posts.create' },
  'posts.edit': { field: 'post_id', madeBy: 'posts.create', isEdit: true },
  'posts.removeComment': { field: 'comment_id', madeBy: 'posts.comment' },
};

/** The fields that name what a call is about; it makes no sense without that. */
const ABOUT = ['message_id', 'message', 'post_id', 'comment_id'];

const TEXTS: ReadonlySet<string> = new Set(['text', 'content']);
