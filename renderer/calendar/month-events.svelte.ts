import { untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import type { CalendarEvent, MessageModel } from '../../shared/contract/records';
import { CALENDAR } from '../../shared/limits';
import { EventSubscription, type Call, type ServerEvent } from '../api';
import { addDays, dayAt, startOf, type Day } from '../common/calendar/days';

/** A message whose content is an event with a time. */
export type MessageWithEvent = MessageModel & { Event: CalendarEvent };

/** The events of all chats of the person on some days, kept up to date. */
export class MonthEvents {
  readonly #events = new SvelteMap<number, MessageWithEvent>();
  readonly #updates = new EventSubscription((event) => this.#handle(event));
  #from = $state('');
  /** The day after the last. */
  #to = '';
  #isLoading = $state(false);
  #error = $state.raw<unknown>(null);
  readonly #byDay = $derived.by(() => this.#group());

  /** Why the events could not be loaded; null if they were. */
  get error(): unknown {
    return this.#error;
  }

  get isLoading(): boolean {
    return this.#isLoading;
  }

  /** The events that take place on a day, the earliest first. */
  on(day: Day): readonly MessageWithEvent[] {
    return this.#byDay.get(day) ?? NONE;
  }

  /** Shows some days, and loads their events unless they are shown already. */
  async show(days: readonly Day[]): Promise<void> {
    const [from = '', last = ''] = [days[0], days.at(-1)];
    const to = addDays(last, 1);
    // An effect that shows days would load again for ever whenever the error changes.
    const isShown = untrack(() => from === this.#from && to === this.#to && !this.#error);
    if (isShown) return;
    [this.#from, this.#to] = [from, to];
    await untrack(() => this.load());
  }

  /** Loads the events of the shown days again. Errors are shown by `error`. */
  async load(): Promise<void> {
    const [from, to] = [this.#from, this.#to];
    if (!from) return;
    this.#isLoading = true;
    this.#error = null;
    try {
      await this.#updates.request(
        (send) => readAll(send, startOf(from), startOf(to)),
        (messages) => {
          // Another month may have been opened meanwhile.
          if (from !== this.#from || to !== this.#to) return;
          this.#events.clear();
          for (const message of messages) this.#put(message);
        },
      );
    } catch (error) {
      if (from === this.#from) this.#error = error;
    } finally {
      if (from === this.#from) this.#isLoading = false;
    }
  }

  /** Follows changes until the returned function is called. What was shown before is loaded again. */
  follow(): () => void {
    // Not again whenever other days are shown.
    untrack(() => void this.load());
    return this.#updates.open();
  }

  #handle(event: ServerEvent): void {
    switch (event.Type) {
      case 'message':
      case 'thread_message':
      case 'message_edit':
      case 'message_calendar':
        return this.#put(event.Message);
      case 'message_delete':
        return void this.#events.delete(event.Message);
      case 'dialog_delete':
        for (const { ID, Dialog } of this.#events.values())
          if (Dialog.ID === event.Dialog) this.#events.delete(ID);
        return;
      case 'reset':
        return void this.load();
    }
  }

  #put(message: MessageModel): void {
    // A deleted message may remain without its event.
    if (!this.#from || !hasEvent(message)) return void this.#events.delete(message.ID);
    const { Starts, Ends } = message.Event;
    const isShown = Starts < startOf(this.#to) && Math.max(Starts + 1, Ends) > startOf(this.#from);
    if (isShown) this.#events.set(message.ID, message);
    else this.#events.delete(message.ID);
  }

  #group(): Map<Day, MessageWithEvent[]> {
    const byDay = new Map<Day, MessageWithEvent[]>();
    const sorted = [...this.#events.values()].sort((one, other) => one.Event.Starts - other.Event.Starts);
    for (const message of sorted) {
      const { Starts, Ends } = message.Event;
      // One that ends at midnight does not take place on the next day.
      const last = dayAt(Math.max(Starts, Ends - 1));
      for (let day = dayAt(Starts); day <= last; day = addDays(day, 1)) {
        const list = byDay.get(day);
        if (list) list.push(message);
        else byDay.set(day, [message]);
      }
    }
    return byDay;
  }
}

/** Reads all events between two times, page by page. */
async function readAll(send: Call, from: number, to: number): Promise<MessageModel[]> {
  const found = new Map<number, MessageModel>();
  for (let start = from; ;) {
    const page = await send('dialogs.calendar', { from: start, to });
    for (const message of page) found.set(message.ID, message);
    const next = page.at(-1)?.Event?.Starts ?? to;
    if (page.length < CALENDAR.page || next <= start) return [...found.values()];
    start = next;
  }
}

function hasEvent(message: MessageModel): message is MessageWithEvent {
  return message.Event !== undefined;
}

const NONE: readonly MessageWithEvent[] = [];
