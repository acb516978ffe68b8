import type { Chats } from '../dialogs/own-chats.svelte';

/**
 * The chat on which a mouse button went down in the list. Its view is built at once, hidden: so the click, about a
 * tenth of a second later, only has to show it.
 */
export class PressedChat {
  readonly #chats: Chats;
  #built = $state<number>();
  /** Aborted when the press is over. */
  #press = new AbortController();

  constructor(chats: Chats) {
    this.#chats = chats;
  }

  /** The ID of the chat whose view is built; undefined if there is none, or once it is shown. */
  get built(): number | undefined {
    return this.#built;
  }

  /** Loads the messages of a chat, then lets its view be built. Called when the button goes down. */
  async press(id: number): Promise<void> {
    this.end();
    const { signal } = this.#press;
    const release = () => {
      const timer = setTimeout(() => this.end(), CLICK_WITHIN_MS);
      signal.addEventListener('abort', () => clearTimeout(timer));
    };
    for (const type of ['pointerup', 'pointercancel']) addEventListener(type, release, { signal });
    await this.#chats.prepare(id);
    if (!signal.aborted) this.#built = id;
  }

  /** Forgets the press: its chat is shown, or the button was released elsewhere. */
  end(): void {
    this.#press.abort();
    this.#press = new AbortController();
    this.#built = undefined;
  }
}

/** How long after the release a view waits for the click; it follows at once, but its address takes a moment. */
const CLICK_WITHIN_MS = 500;
