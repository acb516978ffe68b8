import { call, emit, EventSubscription, Once } from '../../api';
import type { CalendarAnswer, CalendarEvent } from '../../../shared/contract/records';

/** The answers to an event, in the order in which they are offered. */
export const ANSWERS = ['going', 'maybe', 'declined'] as const satisfies readonly CalendarAnswer[];

/** What a person does with the event of a message; everything throws AppError. */
export class Answering {
  readonly #messageId: number;
  readonly #once = new Once();
  /** Not opened: conversations apply events themselves. What is applied here is emitted to all of them. */
  readonly #events = new EventSubscription(emit);

  constructor(messageId: number) {
    this.#messageId = messageId;
  }

  /** Answers; the answer that was given already is taken back. */
  async choose(answer: CalendarAnswer, { Mine }: Pick<CalendarEvent, 'Mine'>): Promise<void> {
    const input = { message_id: this.#messageId, answer: answer === Mine ? ('none' as const) : answer };
    await this.#events.request(
      (send) => this.#once.call('dialogs.answerEvent', input, send),
      (Message) => emit({ Type: 'message_calendar', Message }),
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
