import type { MessageModel } from '../../../shared/contract/records';
import { LIMITS } from '../../../shared/limits';
import { EventSubscription, type ServerEvent } from '../../api';

/** The pinned messages of one dialog, and the one that the bar shows. All changes are idempotent. */
export class PinnedMessages {
  readonly #dialogId: number;
  #messages = $state.raw<readonly MessageModel[]>([]);
  #shownId = $state(0);
  readonly #events = new EventSubscription((event) => this.#handle(event));

  constructor(dialogId: number) {
    this.#dialogId = dialogId;
  }

  /** The pinned messages, newest first. */
  get messages(): readonly MessageModel[] {
    return this.#messages;
  }

  /** The message in the bar: the newest until the bar is used. */
  get shown(): MessageModel | undefined {
    return this.#messages.find(({ ID }) => ID === this.#shownId) ?? this.#messages[0];
  }

  /** The position of the message in the bar, from 1 for the newest. */
  get place(): number {
    return (
      Math.max(
        0,
        this.#messages.findIndex(({ ID }) => ID === this.shown?.ID),
      ) + 1
    );
  }

  /** Whether there are as many as a dialog may have. */
  get isFull(): boolean {
    return this.#messages.length >= LIMITS.pinnedMessages;
  }

  has(id: number): boolean {
    return this.#messages.some(({ ID }) => ID === id);
  }

  /** Loads the messages and subscribes to events; returns a function that unsubscribes. */
  follow(): () => void {
    void this.#load();
    return this.#events.open();
  }

  /** Returns the message in the bar and shows the next older one; after the oldest, the newest again. */
  step(): MessageModel | undefined {
    const { shown } = this;
    this.#shownId = (this.#messages[this.place] ?? this.#messages[0])?.ID ?? 0;
    return shown;
  }

  /** Pins or unpins a message for all members with an optimistic update; reverts it and throws if the request fails. */
  async set(message: MessageModel, isPinned: boolean): Promise<void> {
    this.#put(message, isPinned);
    try {
      await this.#events.request(
        (call) => call(isPinned ? 'dialogs.pinMessage' : 'dialogs.unpinMessage', { message_id: message.ID }),
        () => this.#put(message, isPinned),
      );
    } catch (error) {
      this.#put(message, !isPinned);
      throw error;
    }
  }

  async #load(): Promise<void> {
    // Without an answer the bar stays as it is; it is asked for again after a reset.
    await this.#events
      .request(
        (call) => call('dialogs.pinned', { dialog_id: this.#dialogId }),
        (messages) => (this.#messages = messages),
      )
      .catch(() => undefined);
  }

  #handle(event: ServerEvent): void {
    switch (event.Type) {
      case 'message_pin':
        if (event.Message.Dialog.ID === this.#dialogId) this.#put(event.Message, event.Pinned);
        return;
      case 'message_edit':
        if (this.has(event.Message.ID)) this.#put(event.Message, true);
        return;
      case 'message_delete':
        return this.#drop(event.Message);
      case 'reset':
        void this.#load();
    }
  }

  #put(message: MessageModel, isPinned: boolean): void {
    this.#drop(message.ID);
    if (isPinned) this.#messages = [...this.#messages, message].sort((one, other) => other.ID - one.ID);
  }

  #drop(id: number): void {
    this.#messages = this.#messages.filter(({ ID }) => ID !== id);
  }
}
