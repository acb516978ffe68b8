import type { Composer } from './composer.svelte';
import type { ConversationActs } from './conversation-acts';

export interface ComposerKeys {
  composer: Composer;
  acts: ConversationActs;
  send: () => void;
  /** A mention was completed: the caret belongs at this place. */
  oncomplete: (caret: number) => void;
}

/**
 * What keys do in the box: Enter sends, Up in an empty box edits the last own message, Escape stops editing or answering;
 * while members are suggested the arrows choose and Enter or Tab takes one.
 */
export function pressInComposer(event: KeyboardEvent, keys: ComposerKeys): void {
  const { composer, acts } = keys;
  if (event.isComposing || event.altKey) return;
  if (composer.suggestions.length && pressInSuggestions(event, keys)) return event.preventDefault();
  if (event.key === 'Enter' && !event.shiftKey) keys.send();
  else if (event.key === 'ArrowUp' && !composer.text && !event.shiftKey) acts.editLast();
  else if (event.key === 'Escape' && composer.editing) composer.stopEditing();
  else if (event.key === 'Escape' && composer.replyTo) composer.dropReply();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function pressInSuggestions(
  { key, shiftKey }: KeyboardEvent,
  { composer, oncomplete }: ComposerKeys,
): boolean {
  const chosen = composer.suggestions[composer.suggested];
  if (key === 'ArrowDown') composer.moveSuggestion(1);
  else if (key === 'ArrowUp') composer.moveSuggestion(-1);
  else if (key === 'Escape') composer.closeSuggestions();
  else if ((key === 'Enter' || key === 'Tab') && !shiftKey && chosen) oncomplete(composer.complete(chosen));
  else return false;
  return true;
}
