import { z } from 'zod';
import { LIMITS } from '../limits';
import { Download } from './media/download';
import { read, write } from './endpoint';
import { Author, BaseOkay, CalendarAnswer, MessageModel } from './records';
import { identifier, identifierOrNone, limit, nonBlankText, page, text } from './values';

const message = { message_id: identifier() };

/** The event of a new message, whose text is the title. Times are in Unix seconds. */
export const newCalendarEvent = z.object({
  starts: identifier(),
  /** 0 gives no end. */
  ends: identifierOrNone().default(0),
  place: text(LIMITS.eventPlace).default(''),
  description: text(LIMITS.eventDescription).default(''),
});

export const calendar = {
  'dialogs.calendar': read('GET /dialogs/calendar', {
    summary:
      "Messages with the events of all of the caller's dialogs between two times (Unix seconds), the earliest first: at most 300, after which another call begins where the last event does.",
    since: '1.1.0',
    input: z.object({ from: identifierOrNone(), to: identifier() }),
    output: z.array(MessageModel),
  }),
  'dialogs.answerEvent': write('PUT /dialogs/messages/{message_id}/event/answer', {
    summary: 'Answers the event of a message: going, maybe or declined; none takes the answer back.',
    since: '1.1.0',
    input: z.object({ ...message, answer: z.enum([...CalendarAnswer.options, 'none']) }),
    output: MessageModel,
  }),
  'dialogs.editEvent': write('PATCH /dialogs/messages/{message_id}/event', {
    summary:
      'Changes the given parts of an event: its author, or an admin of the group or channel. Who answered is notified of another time or place.',
    since: '1.1.0',
    input: z.object({
      ...message,
      title: nonBlankText(LIMITS.eventTitle).optional(),
      starts: identifier().optional(),
      ends: identifierOrNone().optional(),
      place: text(LIMITS.eventPlace).optional(),
      description: text(LIMITS.eventDescription).optional(),
    }),
    output: MessageModel,
  }),
  'dialogs.cancelEvent': write('POST /dialogs/messages/{message_id}/event/cancel', {
    summary: 'Cancels an event for good, for the same people. Who is going or may go is notified.',
    since: '1.1.0',
    input: z.object(message),
    output: BaseOkay,
  }),
  'dialogs.attendees': read('GET /dialogs/messages/{message_id}/event/answers/{answer}', {
    summary: 'Who gave an answer to an event.',
    since: '1.1.0',
    input: z.object({ ...message, answer: CalendarAnswer, page: page(), limit: limit(LIMITS.pageMax) }),
    output: z.array(Author),
  }),
  'dialogs.eventFile': read('GET /dialogs/messages/{message_id}/event.ics', {
    summary: 'An event as a file for calendar programs (iCalendar).',
    since: '1.1.0',
    download: 'text/calendar',
    input: z.object(message),
    output: Download,
  }),
} as const;
