import type { Poll } from '../../../../shared/contract/records';
import type { ReadContext } from '../../context';
import { findOptions, findOwnVotes, findPolls, type PollRow } from './poll-queries';

/** Builds the records of the polls of some messages as the caller may see them. */
export async function pollsOf(ctx: ReadContext, messages: readonly number[]): Promise<Map<number, Poll>> {
  const polls = await findPolls(ctx.db, messages);
  if (polls.length === 0) return new Map();
  const ids = polls.map((row) => row.message_id);
  const options = Map.groupBy(await findOptions(ctx.db, ids), (row) => row.message_id);
  const votes = await findOwnVotes(ctx.db, ids, ctx.caller?.id ?? 0);
  const own = new Set(votes.map((row) => `${row.message_id}:${row.position}`));
  const voted = new Set(votes.map((row) => row.message_id));
  return new Map(
    polls.map((row) => {
      const isClosed = isPollClosed(ctx, row);
      const isRevealed = isClosed || voted.has(row.message_id);
      const record: Poll = {
        Options: (options.get(row.message_id) ?? []).map(({ text, votes: count, position }) => ({
          Text: text,
          Votes: count,
          Mine: own.has(`${row.message_id}:${position}`),
        })),
        Voters: row.voters,
        Multiple: row.multiple === 1,
        Anonymous: row.anonymous === 1,
        Quiz: row.quiz === 1,
        Correct: isRevealed && row.correct >= 0 ? row.correct : null,
        Explanation: isRevealed ? row.explanation : '',
        Closes: row.closes_at,
        Closed: isClosed,
      };
      return [row.message_id, record];
    }),
  );
}

/** Whether a poll takes no more votes. */
export function isPollClosed(ctx: ReadContext, poll: Pick<PollRow, 'closes_at'>): boolean {
  return poll.closes_at > 0 && poll.closes_at <= ctx.now();
}
