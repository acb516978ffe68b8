import { SvelteSet } from 'svelte/reactivity';
import type { MessageModel } from '../../../shared/contract/records';
import { OptimisticChanges, type EventSubscription } from '../../api';
import type { MessageRun } from './message-run.svelte';

/**
 * What you change about messages of a run: edits, reactions and deletions. Each is shown at once, before the host has
 * it.
 */
export class MessageChanges {
  readonly #run: MessageRun;
  readonly #events: EventSubscription;
  readonly #hidden = new SvelteSet<number>();
  /** By the id of the message. */
  readonly #edits = new OptimisticChanges<Pick<MessageModel, 'Text' | 'EditTimestamp'>>();
  /** By the id of the message and the emoji. */
  readonly #reactions = new OptimisticChanges<boolean>();

  constructor(run: MessageRun, events: EventSubscription) {
    this.#run = run;
    this.#events = events;
  }

  /** Ids of messages that are hidden until they are deleted. */
  get hidden(): ReadonlySet<number> {
    return this.#hidden;
  }

  /** Edits your own message; reverts the text and throws if the request fails. */
  async edit(id: number, text: string): Promise<void> {
    const before = this.#run.find(id);
    if (before?.Text === text) return;
    if (before) {
      const EditTimestamp = Math.floor(Date.now() / 1000);
      this.#run.update({ ...before, Text: text, EditTimestamp });
    }
    const edit = before && this.#edits.begin(String(id), before);
    try {
      await this.#events.request(
        (call) => call('dialogs.editMessage', { message_id: id, text }),
        (message) => {
          this.#run.update(message);
          edit?.accept(message);
        },
      );
    } catch (error) {
      const now = this.#run.find(id);
      // Reverts only the text: other fields may have changed meanwhile.
      if (edit && now?.Text === text) {
        const { Text, EditTimestamp } = edit.known;
        this.#run.update({ ...now, Text, EditTimestamp });
      }
      throw error;
    } finally {
      edit?.end();
    }
  }

  /** Adds or removes your reaction; reverts it and throws if the request fails. */
  async react(id: number, emoji: string): Promise<void> {
    const message = this.#run.find(id);
    if (!message) return;
    const isOn = message.Reactions.some((reaction) => reaction.Emoji === emoji && reaction.Mine);
    const reaction = this.#reactions.begin(`${id} ${emoji}`, isOn);
    this.#run.setReaction(id, emoji, !isOn);
    try {
      await this.#events.request(
        (call) => call(isOn ? 'dialogs.unreact' : 'dialogs.react', { message_id: id, emoji }),
        () => {
          this.#run.setReaction(id, emoji, !isOn);
          reaction.accept(!isOn);
        },
      );
    } catch (error) {
      this.#run.setReaction(id, emoji, reaction.known);
      throw error;
    } finally {
      reaction.end();
    }
  }

  /** Hides a message until it is deleted or shown again. */
  hide(id: number): void {
    this.#hidden.add(id);
  }
  show(id: number): void {
    this.#hidden.delete(id);
  }

  /** Deletes a message for everyone; shows it again and throws if the request fails. */
  async remove(id: number): Promise<void> {
    try {
      await this.#events.request(
        (call) => call('dialogs.deleteMessage', { message_id: id }),
        () => this.#run.remove(id),
      );
    } finally {
      this.#hidden.delete(id);
    }
  }
}
