import { z } from 'zod';
import { LIMITS } from '../limits';
import { read, write } from './endpoint';
import { Author, BaseOkay, MessageModel } from './records';
import {
  flag,
  identifier,
  identifierOrNone,
  integerBetween,
  limit,
  nonBlankText,
  page,
  text,
} from './values';

const message = { message_id: identifier() };
const position = () => integerBetween(0, LIMITS.pollOptions - 1);

/** The poll of a new message, whose text is the question. With a `correct` option it is a quiz. */
export const newPoll = z.object({
  options: z.array(nonBlankText(LIMITS.pollOption)).min(LIMITS.pollOptionsMin).max(LIMITS.pollOptions),
  multiple: flag().default(false),
  anonymous: flag().default(true),
  /** The position of the right option, from 0. */
  correct: position().optional(),
  /** Shown with the right option. */
  explanation: text(LIMITS.pollExplanation).default(''),
  /** Unix seconds; 0 stays open. */
  closes: identifierOrNone().default(0),
});

export const polls = {
  'dialogs.vote': write('PUT /dialogs/messages/{message_id}/vote', {
    summary:
      'Votes in the poll of a message, by positions from 0. An empty list takes the vote back, except in a quiz.',
    since: '1.1.0',
    input: z.object({ ...message, options: z.array(position()).max(LIMITS.pollOptions) }),
    output: MessageModel,
  }),
  'dialogs.closePoll': write('POST /dialogs/messages/{message_id}/poll/close', {
    summary: 'Closes the poll of an own message for good.',
    since: '1.1.0',
    input: z.object(message),
    output: BaseOkay,
  }),
  'dialogs.voters': read('GET /dialogs/messages/{message_id}/voters/{option}', {
    summary: 'Who chose an option of a poll that is not anonymous.',
    since: '1.1.0',
    input: z.object({ ...message, option: position(), page: page(), limit: limit(LIMITS.pageMax) }),
    output: z.array(Author),
  }),
} as const;
