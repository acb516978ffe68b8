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
  /** How often it was changed, which calendar programs compare. */
  revision: Generated<number>;
  /** When it was created, last changed or canceled. */
  changed_at: number;
  /** How many people gave each answer. */
  going: Generated<number>;
  maybe: Generated<number>;
  declined: Generated<number>;
}

/** What a person answered to an event. */
export interface CalendarAnswerTable {
  message_id: number;
  person_id: number;
  answer: CalendarAnswer;
}

/** A notification about an event that is still to be sent to everyone whom it concerns. */
export interface CalendarNoticeTable {
  id: number;
  message_id: number;
  type: 'event_reminder' | 'event_changed' | 'event_canceled';
  due_at: number;
  /** Who caused it. */
  by_id: number;
  /** It was sent to people up to this ID. */
  after_id: Generated<number>;
  /** The title of an event that was deleted, whose answers remain until everyone was notified; null while it exists. */
  title: string | null;
}
