import { z } from 'zod';
import { LIMITS } from '../limits';
import { read, write } from './endpoint';
import { Draft } from './records';
import { identifier, identifierOrNone, integerBetween, text } from './values';

/** Unsent messages, which a person begins on one device and finishes on another. */
export const drafts = {
  'dialogs.drafts': read('GET /dialogs/drafts', {
    summary: "The caller's unsent messages; one without text was sent or deleted.",
    since: '1.1.0',
    input: z.object({}),
    output: z.array(Draft),
  }),
  'dialogs.saveDraft': write('PUT /dialogs/{dialog_id}/draft', {
    summary:
      'Saves the unsent message of a dialog, written `age` seconds ago, unless a later one is there. Gives the one that is there then.',
    since: '1.1.0',
    input: z.object({
      dialog_id: identifier(),
      text: text(LIMITS.message).default(''),
      replyTo: identifierOrNone().default(0),
      age: integerBetween(0, 2 ** 31).default(0),
    }),
    output: Draft,
  }),
} as const;
