import type { MessageModel } from '../../shared/contract/records';
import { emit, EventSubscription, IdempotentCalls } from '../api';
import type { MessagePart } from './message-part';

/** The actions on a part of a message, such as its poll. A failed one shows a toast. */
export abstract class MessagePartActions {
  protected readonly messageId: number;
  readonly #actions: Pick<MessagePart['actions'], 'attempt'>;
  readonly #once = new IdempotentCalls();
  /** Not opened: conversations apply events themselves. What is applied here is emitted to all of them. */
  readonly #events = new EventSubscription(emit);
  #isBusy = $state(false);

  constructor(messageId: number, actions: Pick<MessagePart['actions'], 'attempt'>) {
    this.messageId = messageId;
    this.#actions = actions;
  }

  /** Whether an action is running. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Runs an action. */
  protected async run(action: () => Promise<unknown>): Promise<void> {
    this.#isBusy = true;
    await this.#actions.attempt(action);
    this.#isBusy = false;
  }

  /** Runs an action that the host answers with the changed message. */
  protected async change(
    Type: 'message_poll' | 'message_calendar',
    send: (calls: IdempotentCalls, through: Parameters<IdempotentCalls['call']>[2]) => Promise<MessageModel>,
  ): Promise<void> {
    await this.run(() =>
      this.#events.request(
        (through) => send(this.#once, through),
        (Message) => emit({ Type, Message }),
      ),
    );
  }
}
