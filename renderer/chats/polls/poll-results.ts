import type { Poll } from '../../../shared/contract/records';

/** Whether a poll shows its results to you: after your vote, or once it is closed. */
export function showsResults(poll: Poll, now: number): boolean {
  return isClosed(poll, now) || poll.Options.some(({ Mine }) => Mine);
}

/** Whether a poll takes no more votes, also if its time came since the host sent it. */
export function isClosed(poll: Poll, now: number): boolean {
  return poll.Closed || (poll.Closes > 0 && poll.Closes <= now);
}

/** The share of the voters who chose an option, from 0 to 1. */
export function shareOf(poll: Poll, votes: number): number {
  return poll.Voters > 0 ? votes / poll.Voters : 0;
}

/** Whether an option is known to be a wrong answer of a quiz. */
export function isWrong({ Correct }: Poll, option: number): boolean {
  return Correct !== null && Correct !== option;
}
