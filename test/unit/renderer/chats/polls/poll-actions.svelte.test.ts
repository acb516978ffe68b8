// @vitest-environment happy-dom
import { expect, onTestFinished, test } from 'vitest';
import { PollActions } from '../../../../../renderer/chats/polls/poll-actions.svelte';
import { isClosed, isWrong, shareOf, showsResults } from '../../../../../renderer/chats/polls/poll-results';
import { MessageModel, Poll } from '../../../../../shared/contract/records';
import { on, type ServerEvent } from '../../../../../renderer/api';
import { fakeHost } from '../../../../support/hosts/fake-host';
import { recordOf } from '../../../record-of';
import { openPage } from '../../page';

const NOW = 1000;
const option = (Votes: number, Mine = false) => ({ Text: 'Yes', Votes, Mine });

test('shows results after voting, or once the poll is closed or has expired', () => {
  const open = recordOf(Poll, { Options: [option(1), option(0)], Voters: 1 });
  expect(showsResults(open, NOW)).toBe(false);
  expect(showsResults({ ...open, Options: [option(1, true)] }, NOW)).toBe(true);
  expect(showsResults({ ...open, Closed: true }, NOW)).toBe(true);
  expect([NOW + 1, NOW].map((Closes) => isClosed({ ...open, Closes }, NOW))).toEqual([false, true]);
});

test('percentages are of voters, who may each choose several options', () => {
  const poll = recordOf(Poll, { Voters: 4 });
  expect([4, 1, 0].map((votes) => shareOf(poll, votes))).toEqual([1, 0.25, 0]);
  expect(shareOf({ ...poll, Voters: 0 }, 0)).toBe(0);
});

test('a wrong answer of a quiz is known once the right one is revealed', () => {
  const quiz = recordOf(Poll, { Quiz: true, Correct: 0 });
  expect([0, 1].map((place) => isWrong(quiz, place))).toEqual([false, true]);
  expect(isWrong({ ...quiz, Correct: null }, 1)).toBe(false);
});

test('the answer to a vote replaces the message', async () => {
  await openPage();
  const poll = recordOf(Poll, { Options: [option(1, true)], Voters: 1 });
  fakeHost.answer('dialogs.vote', () => recordOf(MessageModel, { ID: 7, Poll: poll }));
  const handled: ServerEvent[] = [];
  onTestFinished(on((event) => void handled.push(event)));
  const actions = new PollActions(7, { attempt: async (work) => void (await work()) });
  actions.selected = [0];
  const voted = actions.vote(actions.selected);
  expect(actions.isBusy).toBe(true);
  await voted;
  expect([actions.isBusy, actions.selected]).toEqual([false, []]);
  expect(fakeHost.inputsOf('dialogs.vote')).toEqual([{ message_id: 7, options: [0] }]);
  expect(handled).toMatchObject([{ Type: 'message_poll', Message: { ID: 7, Poll: { Voters: 1 } } }]);
});
