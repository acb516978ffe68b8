import type { DialogModel } from '../../../shared/contract/records';
import { mayWrite } from '../../i18n/dialog';
import { shortcutLetter } from '../../ui';
import type { ConversationActions } from '../conversation/conversation-actions.svelte';
import type { ListScroll } from '../list/list-scroll.svelte';
import { mayDelete, mayEdit, mayThread } from '../message-rights';
import type { Row } from '../conversation/rows';

/**
 * Handles shortcuts on the focused message: arrows move, R replies, T replies in a thread, C copies, E edits, F
 * forwards, S selects, Delete deletes, Escape focuses the composer. In selection mode only the arrows, S and Space
 * apply to a single message.
 */
export function pressOnMessage(
  event: KeyboardEvent,
  rows: readonly Row[],
  dialog: DialogModel,
  actions: ConversationActions,
  scroll: ListScroll,
): void {
  const target = event.target as HTMLElement;
  if (!target.matches(SHORTCUTS_ON) || event.defaultPrevented) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const key = target.closest<HTMLElement>('[data-key]')?.dataset['key'] ?? '';
  const index = rows.findIndex((row) => row.key === key);
  // A date above a message takes no shortcuts of the message.
  const message = target.matches('[data-day]') ? null : rows[index]?.message;
  const letter = shortcutLetter(event);
  if (event.key === 'Escape' && !actions.selection.isOn) actions.composer.focus();
  else if (event.key === 'ArrowUp') void scroll.focusOn(scroll.focus.next(key, -1));
  else if (event.key === 'ArrowDown') {
    const next = scroll.focus.next(key, 1);
    if (next < rows.length) void scroll.focusOn(next);
    else actions.composer.focus();
  } else if (!message) return;
  else if (
    letter === 's' ||
    (event.key === ' ' && target.matches('[data-message]') && actions.selection.isOn)
  )
    actions.selection.toggle(message.ID);
  // In selection mode the selection bar handles the other shortcuts.
  else if (actions.selection.isOn) return;
  else if (event.key === 'Delete' && mayDelete(dialog, message)) actions.delete([message]);
  else if (letter === 'r' && mayWrite(dialog)) actions.composer.reply(message);
  else if (letter === 't' && !actions.isThread && mayThread(dialog, message)) actions.openThread(message);
  else if (letter === 'c' && message.Text) void actions.copy(message.Text);
  else if (letter === 'f') actions.forward([message]);
  else if (letter === 'e' && mayEdit(dialog, message)) actions.composer.edit(message);
  else return;
  event.preventDefault();
}

/** A message, its checkbox, and the links and buttons at one that use no arrow keys of their own. */
const SHORTCUTS_ON = '[data-message], [data-choice], a, button:not([role])';
