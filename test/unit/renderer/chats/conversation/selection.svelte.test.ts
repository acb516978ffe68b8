// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { MessageSelection } from '../../../../../renderer/chats/conversation/selection.svelte';

const ALL = [1, 2, 3, 4, 5, 6];

function selected(selection: MessageSelection): number[] {
  return ALL.filter((id) => selection.has(id));
}

test('a range extends from the message that was selected last, in both directions', () => {
  const selection = new MessageSelection();
  selection.begin(3);
  selection.extendTo(5, ALL);
  expect(selected(selection)).toEqual([3, 4, 5]);
  selection.toggle(4);
  selection.extendTo(2, ALL);
  expect(selected(selection)).toEqual([2, 3, 4, 5]);
});

test('a range from a message that is no longer loaded is only its end', () => {
  const selection = new MessageSelection();
  selection.begin(9);
  selection.extendTo(5, ALL);
  expect(selected(selection)).toEqual([5]);
});
