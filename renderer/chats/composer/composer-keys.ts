import type { Composer } from './composer.svelte';
import type { ConversationActs } from '../conversation/conversation-acts';

export interface ComposerKeys {
  composer: Composer;
  acts: ConversationActs;
  send: () => void;
}

/** What keys do in the box: Enter sends, Up in an empty box edits the last own message, Escape stops editing or answering. */
export function pressInComposer(event: KeyboardEvent, { composer, acts, send }: ComposerKeys): void {
  if (event.isComposing || event.altKey) return;
  if (event.key === 'Enter' && !event.shiftKey) send();
  else if (event.key === 'ArrowUp' && !composer.text && !event.shiftKey) acts.editLast();
  else if (event.key === 'Escape' && composer.editing) composer.stopEditing();
  else if (event.key === 'Escape' && composer.replyTo) composer.dropReply();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
