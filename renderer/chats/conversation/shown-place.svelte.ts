import { untrack } from 'svelte';
import type { Chats } from '../dialogs/own-chats.svelte';
import type { PressedChat } from './pressed-chat.svelte';

/** A chat, with a message or a thread in it to go to; without `dialogId`, no chat. */
export interface ChatPlace {
  dialogId: number | undefined;
  messageId: number | undefined;
  threadId: number | undefined;
}

/**
 * The place that the screen shows: the one of the address, or for a moment still the one before. A chat whose messages
 * come soon appears together with them, without a loading state in between.
 */
export class ShownPlace {
  #now = $state.raw<ChatPlace>() as ChatPlace;
  readonly #pressed: PressedChat;
  readonly #built = $derived.by(() => {
    const ahead = { dialogId: this.#pressed.built, messageId: undefined, threadId: undefined };
    return [this.#now, ...(ahead.dialogId === this.#now.dialogId ? [] : [ahead])].filter(hasChat);
  });

  /** `wanted` returns the place of the address; called in an effect. */
  constructor(chats: Chats, pressed: PressedChat, wanted: () => ChatPlace) {
    this.#now = untrack(wanted);
    this.#pressed = pressed;
    $effect(() => {
      if (pressed.built !== undefined && pressed.built === this.#now.dialogId) pressed.end();
    });
    $effect.pre(() => {
      const place = wanted();
      if (untrack(() => place.dialogId === this.#now.dialogId) || !isComing(chats, place)) {
        this.#now = place;
        return;
      }
      const timer = setTimeout(() => (this.#now = place), MAX_WAIT_MS);
      return () => clearTimeout(timer);
    });
  }

  get now(): ChatPlace {
    return this.#now;
  }

  /** The shown chat, and after it one whose view is built before the click that shows it. */
  get built(): readonly PlaceInChat[] {
    return this.#built;
  }
}

type PlaceInChat = ChatPlace & { dialogId: number };

function hasChat(place: ChatPlace): place is PlaceInChat {
  return place.dialogId !== undefined;
}

/** Whether the newest messages of a chat are being loaded; starts that if need be. */
function isComing(chats: Chats, { dialogId, messageId, threadId }: ChatPlace): boolean {
  if (dialogId === undefined || (messageId !== undefined && threadId === undefined)) return false;
  if (!chats.dialogs.find(dialogId)) return false;
  untrack(() => void chats.prepare(dialogId));
  return chats.open(dialogId).conversation.state === 'loading';
}

/** Up to about a tenth of a second an answer feels immediate (R. B. Miller, 1968). */
const MAX_WAIT_MS = 100;
