// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { PollDraft } from '../../../../../renderer/chats/polls/poll-draft.svelte';
import { MessageModel } from '../../../../../shared/contract/records';
import { LIMITS } from '../../../../../shared/limits';
import { fakeHost } from '../../../../support/hosts/fake-host';
import { recordOf } from '../../../record-of';
import { openPage } from '../../page';

const NOW = 1000;

/** A poll with a question and these options. */
function draftOf(...texts: string[]): PollDraft {
  const draft = new PollDraft();
  draft.question = ' Best tea? ';
  for (const _ of texts.slice(LIMITS.pollOptionsMin)) draft.addOption();
  for (const [place, text] of texts.entries()) option(draft, place).text = text;
  return draft;
}

function option(draft: PollDraft, place: number) {
  const found = draft.options[place];
  if (!found) throw new Error(`There is no option ${place}.`);
  return found;
}

const rightText = (draft: PollDraft) => draft.answers.find(({ id }) => id === draft.right)?.text;

test('a poll needs a question and two options that are not blank', () => {
  const draft = draftOf('Green', ' ');
  expect(draft.isComplete).toBe(false);
  option(draft, 1).text = 'Black';
  expect(draft.isComplete).toBe(true);
  draft.question = ' ';
  expect(draft.isComplete).toBe(false);
});

test('a poll has no option twice, and the later one is to be changed', () => {
  const draft = draftOf('Green', ' Black', '', '', 'Black ');
  expect(draft.options.map((one) => draft.isRepeated(one))).toEqual([false, false, false, false, true]);
  expect(draft.isComplete).toBe(false);
  option(draft, 4).text = 'White';
  expect(draft.isComplete).toBe(true);
});

test('the correct answer of a quiz stays the same option when others are removed or filled in', async () => {
  await openPage();
  fakeHost.answer('dialogs.send', () => recordOf(MessageModel, { ID: 7 }));
  const draft = draftOf('Green', '', 'Black', 'White');
  draft.isQuiz = true;
  draft.right = option(draft, 2).id;
  option(draft, 1).text = 'Red';
  expect(rightText(draft)).toBe('Black');
  draft.removeOption(option(draft, 0));
  expect(rightText(draft)).toBe('Black');
  await draft.send({ dialog_id: 5 }, NOW);
  expect(fakeHost.inputsOf('dialogs.send')).toMatchObject([
    { dialog_id: 5, text: 'Best tea?', poll: { options: ['Red', 'Black', 'White'], correct: 1 } },
  ]);
});

test('a quiz needs a correct answer, and another one if that was removed or emptied', () => {
  const draft = draftOf('Green', 'Black', 'White');
  draft.isQuiz = true;
  expect([rightText(draft), draft.isComplete]).toEqual([undefined, false]);
  draft.right = option(draft, 0).id;
  expect([rightText(draft), draft.isComplete]).toEqual(['Green', true]);
  option(draft, 0).text = '';
  expect([rightText(draft), draft.isComplete]).toEqual([undefined, false]);
  option(draft, 0).text = 'Green';
  expect(draft.isComplete).toBe(true);
  draft.removeOption(option(draft, 0));
  expect(draft.isComplete).toBe(false);
  draft.isQuiz = false;
  expect(draft.isComplete).toBe(true);
  draft.isQuiz = true;
  draft.right = option(draft, 1).id;
  expect([rightText(draft), draft.isComplete]).toEqual(['White', true]);
});

test('a poll that closes does so after the time chosen, and a quiz takes one answer', async () => {
  await openPage();
  fakeHost.answer('dialogs.send', () => recordOf(MessageModel, { ID: 7 }));
  const draft = draftOf('Green', 'Black');
  draft.isMultiple = true;
  await draft.send({ dialog_id: 5 }, NOW);
  draft.isQuiz = true;
  draft.right = option(draft, 0).id;
  draft.closesIn = '3600';
  await draft.send({ dialog_id: 5 }, NOW);
  expect(fakeHost.inputsOf('dialogs.send').map(({ poll }) => poll)).toEqual([
    { options: ['Green', 'Black'], anonymous: true, multiple: true, closes: 0 },
    {
      ...{ options: ['Green', 'Black'], anonymous: true, multiple: false, closes: NOW + 3600 },
      ...{ correct: 0, explanation: '' },
    },
  ]);
});
