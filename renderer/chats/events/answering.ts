import { call, EventSubscription, Once } from '../../api';
import type { CalendarAnswer, CalendarEvent } from '../../../shared/contract/records';
import type { Conversation } from '../conversation/conversation.svelte';

/** The answers to an event, in the order in which they are offered. */
export const ANSWERS = ['going', 'maybe', 'declined'] as const satisfies readonly CalendarAnswer[];

/** What a person does with the event of a message; everything throws AppError. */
export class Answering {
  readonly #conversation: Pick<Conversation, 'handle'>;
  readonly #messageId: number;
  readonly #once = new Once();
  /** Not opened: the conversation handles events itself. */
  readonly #events: EventSubscription;

  constructor(conversation: Pick<Conversation, 'handle'>, messageId: number) {
    this.#conversation = conversation;
    this.#messageId = messageId;
    this.#events = new EventSubscription((event) => conversation.handle(event));
  }

  /** Answers; the answer that was given already is taken back. */
  async choose(answer: CalendarAnswer, { Mine }: Pick<CalendarEvent, 'Mine'>): Promise<void> {
    const input = { message_id: this.#messageId, answer: answer === Mine ? ('none' as const) : answer };
    await this.#events.request(
      (send) => this.#once.call('dialogs.answerEvent', input, send),
      (message) => this.#conversation.handle({ Type: 'message_calendar', Message: message }),
    );
  }

  /** Cancels the event for good. */
  async cancel(): Promise<void> {
    await call('dialogs.cancelEvent', { message_id: this.#messageId });
  }
}

/** Whether an event is over. */
export function isOver({ Starts, Ends }: Pick<CalendarEvent, 'Starts' | 'Ends'>, now: number): boolean {
  return Math.max(Starts, Ends) <= now;
}

/** How many people gave an answer. */
export function countOf(event: CalendarEvent, answer: CalendarAnswer): number {
  return { going: event.Going, maybe: event.Maybe, declined: event.Declined }[answer];
}
