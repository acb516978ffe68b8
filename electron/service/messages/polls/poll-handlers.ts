import type { Parsed } from '../../../../shared/contract';
import type { Author, MessageModel } from '../../../../shared/contract/records';
import { AppError, invalid } from '../../../../shared/errors';
import { LIFETIMES, LIMITS } from '../../../../shared/limits';
import { codePoints } from '../../../../shared/characters/code-points';
import { requirePerson } from '../../access/access';
import { requireMessage, requireOpenVotes, requireOwnMessage, requireReactor } from '../../access/dialogs';
import type { Context, ReadContext } from '../../context';
import type { Handlers } from '../../dispatch';
import { authorsOf } from '../../people/records';
import {
  findOptions,
  findOwnVotes,
  findPolls,
  insertPoll,
  listVoters,
  replaceVotes,
  setClosesAt,
  type PollRow,
} from './poll-queries';
import { isPollClosed } from './poll-records';
import { messagesById } from '../records';

type Names = 'dialogs.vote' | 'dialogs.closePoll' | 'dialogs.voters';
type NewPoll = NonNullable<Parsed<'dialogs.send'>['poll']>;

/** Handlers of polls: voting, closing, and who chose what. */
export const pollHandlers = {
  'dialogs.vote': vote,
  'dialogs.closePoll': closePoll,
  'dialogs.voters': voters,
} satisfies Pick<Handlers, Names>;

async function vote(ctx: Context, input: Parsed<'dialogs.vote'>): Promise<MessageModel> {
  const message = await requireReactor(ctx, input.message_id);
  const poll = await requirePoll(ctx, message.id);
  if (isPollClosed(ctx, poll))
    throw new AppError('conflict', 'This poll is closed, so votes can’t be changed.');
  const options = await findOptions(ctx.db, [message.id]);
  const chosen = [...new Set(input.options)];
  if (chosen.length > 1 && poll.multiple === 0) throw invalid('options', 'must be one option at most');
  if (chosen.some((position) => position >= options.length))
    throw invalid('options', 'must be options of this poll');
  const person = requirePerson(ctx).id;
  const before = (await findOwnVotes(ctx.db, [message.id], person)).map((row) => row.position);
  const isSame = before.length === chosen.length && before.every((one) => chosen.includes(one));
  if (!isSame) {
    if (poll.quiz === 1 && before.length > 0) {
      throw new AppError('conflict', 'You’ve already answered this quiz. An answer can’t be changed.');
    }
    await replaceVotes(ctx.db, { message: message.id, person }, before, chosen);
    emitPoll(ctx, message);
  }
  const record = (await messagesById(ctx, [message.id])).get(message.id);
  if (!record) throw new AppError('not_found');
  return record;
}

async function closePoll(ctx: Context, input: Parsed<'dialogs.closePoll'>): Promise<{ ok: true }> {
  const message = await requireOwnMessage(ctx, input.message_id);
  const poll = await requirePoll(ctx, message.id);
  if (isPollClosed(ctx, poll)) return { ok: true };
  await setClosesAt(ctx.db, message.id, ctx.now());
  emitPoll(ctx, message);
  return { ok: true };
}

async function voters(ctx: ReadContext, input: Parsed<'dialogs.voters'>): Promise<Author[]> {
  const message = await requireMessage(ctx, input.message_id);
  requireOpenVotes(await requirePoll(ctx, message.id));
  const option = { message: message.id, position: input.option };
  const people = await listVoters(ctx.db, option, input.limit, input.page * input.limit);
  const authors = await authorsOf(ctx, people);
  return people.flatMap((person) => authors.get(person) ?? []);
}

/** Throws `validation_error` if a message cannot have a poll. */
export function requireNewPoll(ctx: ReadContext, poll: NewPoll, question: string): void {
  if (codePoints(question) > LIMITS.pollQuestion) {
    throw invalid('text', `must be at most ${LIMITS.pollQuestion} characters in a poll`);
  }
  const { options, correct, multiple, closes } = poll;
  if (correct !== undefined && correct >= options.length) throw invalid('poll.correct', 'must be an option');
  if (correct !== undefined && multiple) throw invalid('poll.multiple', 'must be off in a quiz');
  if (closes > 0 && (closes <= ctx.now() || closes > ctx.now() + LIFETIMES.scheduled)) {
    throw invalid('poll.closes', 'must be in the future, within one year');
  }
}

/** Stores the poll of a new message. */
export async function storePoll(ctx: Context, message: number, poll: NewPoll): Promise<void> {
  const { options, multiple, anonymous, correct, explanation, closes } = poll;
  const row = {
    message_id: message,
    multiple: multiple ? (1 as const) : (0 as const),
    anonymous: anonymous ? (1 as const) : (0 as const),
    quiz: correct === undefined ? (0 as const) : (1 as const),
    correct: correct ?? -1,
    explanation: correct === undefined ? '' : explanation,
    closes_at: closes,
  };
  await insertPoll(ctx.db, row, options);
}

async function requirePoll(ctx: ReadContext, message: number): Promise<PollRow> {
  const [poll] = await findPolls(ctx.db, [message]);
  if (!poll) throw new AppError('not_found');
  return poll;
}

function emitPoll(ctx: Context, message: { id: number; dialog_id: number }): void {
  ctx.emit({
    type: 'message_poll',
    scope: { kind: 'dialog', id: message.dialog_id },
    ref: { kind: 'message', id: message.id },
  });
}
