import type { Generated } from 'kysely';
import type { CalendarAnswer } from '../../../shared/contract/records';
import type { Flag } from './kinds';

/** The event of a message. */
export interface CalendarEventTable {
  message_id: number;
  dialog_id: number;
  starts_at: number;
  /** 0 if no end is given. */
  ends_at: number;
  place: string;
  description: string;
  canceled: Generated<Flag>;
  /** Number of changes, by which calendar programs recognize the newest version. */
  revision: Generated<number>;
  /** When it was created, last changed or canceled. */
  changed_at: number;
  /** How many people gave each answer. */
  going: Generated<number>;
  maybe: Generated<number>;
  declined: Generated<number>;
}

/** A person's answer to an event. */
export interface CalendarAnswerTable {
  message_id: number;
  person_id: number;
  answer: CalendarAnswer;
}

/** A queued notification about an event to the people who answered it. */
export interface CalendarNoticeTable {
  id: number;
  message_id: number;
  type: 'event_reminder' | 'event_changed' | 'event_canceled';
  due_at: number;
  /** The person who caused it. */
  by_id: number;
  /** The last person to whom it was sent; people are notified in the order of their IDs. */
  after_id: Generated<number>;
  /** The title of an event that was deleted, whose answers remain until everyone was notified; null while it exists. */
  title: string | null;
}
