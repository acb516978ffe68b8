import type { CalendarEvent } from '../../../shared/contract/records';
import { CALENDAR } from '../../../shared/limits';
import { call, changedFields, IdempotentCalls } from '../../api';
import { inputOfTime, timeOfInput } from '../../common/scheduling/times';

/** An event that already exists, to be changed. */
export interface StoredEvent {
  messageId: number;
  title: string;
  event: CalendarEvent;
}

interface EventFields {
  title: string;
  starts: number;
  ends: number;
  place: string;
  description: string;
}

/** The fields of an event that is created or changed; times are values of `datetime-local` inputs. */
export class EventDraft {
  title = $state('');
  starts = $state('');
  ends = $state('');
  place = $state('');
  description = $state('');
  readonly #stored: StoredEvent | undefined;
  readonly #before: EventFields;
  readonly #once = new IdempotentCalls();

  /** Starts with the values of a stored event, or tomorrow evening. */
  constructor(stored: StoredEvent | undefined, now: number) {
    this.#stored = stored;
    this.starts = inputOfTime(stored?.event.Starts ?? tomorrowEvening(now));
    if (stored) {
      const { Ends, Place, Description } = stored.event;
      this.title = stored.title;
      this.ends = Ends ? inputOfTime(Ends) : '';
      this.place = Place;
      this.description = Description;
    }
    this.#before = this.#fields();
  }

  /** Why the start can't be chosen; undefined if it can. */
  startRefusal(now: number): 'past' | 'tooFar' | undefined {
    const { starts } = this.#times();
    if (starts === this.#stored?.event.Starts) return undefined;
    if (!(starts > now)) return 'past';
    return starts > now + CALENDAR.ahead ? 'tooFar' : undefined;
  }

  /** Why the end can't be chosen; undefined if it can, or if there is none. */
  endRefusal(): 'endsBefore' | 'endsLate' | undefined {
    const { starts, ends } = this.#times();
    if (ends === 0 || Number.isNaN(starts)) return undefined;
    if (!(ends > starts)) return 'endsBefore';
    return ends > starts + CALENDAR.duration ? 'endsLate' : undefined;
  }

  /** Whether everything is filled in well. */
  isComplete(now: number): boolean {
    return this.title.trim() !== '' && !this.startRefusal(now) && !this.endRefusal();
  }

  /** Sends the event to a dialog, or saves what was changed: others may have changed the rest. Throws AppError. */
  async save(dialogId: number): Promise<void> {
    const fields = this.#fields();
    const { title, ...event } = fields;
    if (!this.#stored) {
      await this.#once.call('dialogs.send', { dialog_id: dialogId, text: title, event });
      return;
    }
    const changes = changedFields(this.#before, fields);
    if (Object.keys(changes).length > 0)
      await call('dialogs.editEvent', { message_id: this.#stored.messageId, ...changes });
  }

  #fields(): EventFields {
    const { title, place, description } = this;
    return {
      title: title.trim(),
      ...this.#times(),
      place: place.trim(),
      description: description.trim(),
    };
  }

  /** The times in Unix seconds. Those of a stored event keep the seconds, which the fields don't show. */
  #times(): { starts: number; ends: number } {
    const { Starts = 0, Ends = 0 } = this.#stored?.event ?? {};
    const timeOf = (value: string, before: number) =>
      before > 0 && value === inputOfTime(before) ? before : timeOfInput(value);
    return { starts: timeOf(this.starts, Starts), ends: this.ends ? timeOf(this.ends, Ends) : 0 };
  }
}

function tomorrowEvening(now: number): number {
  const date = new Date(now * 1000);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1, EVENING).getTime() / 1000;
}

const EVENING = 18;
