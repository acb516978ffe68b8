import { expect, test } from 'vitest';
import { JumpReturns } from '../../../../../renderer/chats/list/jump-returns.svelte';

test('leads back through the replies in reverse order', () => {
  const returns = new JumpReturns();
  for (const reply of [600, 300, 600, 200]) returns.add(reply);
  expect([returns.take(), returns.take(), returns.take()]).toEqual([200, 600, 300]);
  expect([returns.isEmpty, returns.take()]).toEqual([true, undefined]);
});

test('forgets the replies to which the person has scrolled back', () => {
  const returns = new JumpReturns();
  for (const reply of [600, 300]) returns.add(reply);
  returns.passed(299);
  returns.passed(450);
  expect(returns.take()).toBe(600);
  returns.add(300);
  returns.passed(300);
  expect(returns.isEmpty).toBe(true);
});
