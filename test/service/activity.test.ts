import { expect, test } from 'vitest';
import { testService } from '../support/service';

const HOUR = 3600;
const WEEK = 7 * 24 * HOUR;

test('counts what was written and who joined in each of the last eight weeks', async () => {
  const t = await testService();
  const [ann, ben] = await t.people('Ann', 'Ben');
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
  await ann.call('dialogs.send', { dialog_id, text: 'First' });
  // An hour more, as the first identifiers may lie some seconds ahead of the clock.
  t.clock.advance(3 * WEEK + HOUR);
  await ann.call('dialogs.send', { dialog_id, text: 'Second' });
  await ann.call('dialogs.send', { dialog_id, text: 'Third' });
  await ann.call('posts.create', { user: ann.id, content: 'A post' });
  const { Weeks, Newest } = await ann.call('admin.activity', {});
  expect(Weeks).toHaveLength(8);
  expect(Weeks[7]).toMatchObject({ Messages: 2, Posts: 1, Joined: 0, Timestamp: t.clock.seconds + 1 - WEEK });
  expect(Weeks[4]).toMatchObject({ Messages: 1, Joined: 2 });
  expect(Weeks.filter((_week, index) => index !== 4 && index !== 7).every((one) => one.Messages === 0)).toBe(
    true,
  );
  expect(Newest?.User.ID).toBe(ben.id);
  t.clock.advance(5 * WEEK);
  expect((await ann.call('admin.activity', {})).Weeks.map((one) => one.Messages)).toEqual([
    0, 0, 2, 0, 0, 0, 0, 0,
  ]);
  expect((await ben.refused('admin.activity', {})).code).toBe('access_denied');
});
