import { m } from '../../i18n/index.svelte';
import type { Chats } from '../dialogs/own-chats.svelte';
import { discardMessage, offerUndo } from '../composer/discarding';
import type { MessageDraft } from '../composer/drafts.svelte';
import type { Outgoing } from '../composer/outbox.svelte';

/** What a person wrote in a dialog and hasn't sent. */
export interface Unsent {
  key: string;
  /** Its text, or what it consists of. */
  text: string;
  /** Whether `text` was written by the person. */
  canCopy: boolean;
  /** Discards it and shows a toast that can undo it. */
  discard: () => void;
}

/**
 * Returns what is unsent in a dialog and its threads: messages in the order in which they were written, then drafts.
 * Reactive.
 */
export function unsentIn(chats: Chats, dialog: number): Unsent[] {
  const { outbox } = chats;
  const messages = outbox.of(dialog).map((entry) => ({
    ...describe(entry.nonce, entry),
    discard: () => discardMessage(outbox, entry),
  }));
  return [...messages, ...draftsIn(chats, dialog)];
}

/** Returns the drafts of a dialog and its threads. Reactive. */
export function draftsIn({ drafts }: Chats, dialog: number): Unsent[] {
  return drafts.in(dialog).map(([id, draft]) => ({
    ...describe(`draft ${id}`, draft),
    discard: () => {
      drafts.remove(id);
      offerUndo(() => drafts.set(id, draft));
    },
  }));
}

function describe(key: string, content: MessageDraft | Outgoing): Omit<Unsent, 'discard'> {
  const text = content.text.trim();
  return { key, text: text || contentLine(content), canCopy: text !== '' };
}

/** Names what a message without a text consists of. */
function contentLine({ attached = [], replyTo }: MessageDraft | Outgoing): string {
  const names = attached.map(({ name }) => name).join(', ');
  return names || (replyTo ? m().chats.composer.replyingTo(replyTo.name) : m().chats.message);
}
