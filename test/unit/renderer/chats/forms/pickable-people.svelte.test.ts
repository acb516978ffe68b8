// @vitest-environment happy-dom
import { SvelteSet } from 'svelte/reactivity';
import { beforeEach, expect, test } from 'vitest';
import { PickablePeople } from '../../../../../renderer/chats/forms/pickable-people.svelte';
import { UserModel } from '../../../../../shared/contract/records';
import { AppError } from '../../../../../shared/errors';
import { fakeHost } from '../../../../support/hosts/fake-host';
import { recordOf } from '../../../record-of';
import { openPage } from '../../page';

beforeEach(openPage);

/** The host finds people with the IDs 1 to `count`. */
function findPeople(count: number): void {
  fakeHost.answer('people.find', ({ page = 0, limit = 0 }) =>
    Array.from({ length: count }, (_, index) => recordOf(UserModel, { ID: index + 1 })).slice(
      Number(page) * Number(limit),
      (Number(page) + 1) * Number(limit),
    ),
  );
}

test('people are found although the first pages have only members', async () => {
  findPeople(100);
  const found = new PickablePeople(({ ID }) => ID > 85);
  await found.load();
  expect(found.people.map(({ ID }) => ID)).toEqual([
    86,
    87,
    88,
    89,
    90,
    ...[91, 92, 93, 94, 95],
    ...[96, 97, 98, 99, 100],
  ]);
  expect(found.hasMore).toBe(false);
});

test('pages follow until at least one more can be picked', async () => {
  findPeople(100);
  const members = new SvelteSet(Array.from({ length: 60 }, (_, index) => index + 31));
  const found = new PickablePeople(({ ID }) => !members.has(ID));
  await found.load();
  expect([found.people.length, found.hasMore]).toEqual([30, true]);
  await found.loadMore();
  expect([found.people.at(-1)?.ID, found.hasMore]).toEqual([100, false]);
  members.add(100);
  expect(found.people.at(-1)?.ID).toBe(99);
});

test('nobody is said to be missing before the answer for what was typed', async () => {
  findPeople(0);
  const found = new PickablePeople(() => true);
  expect(found.isComplete).toBe(false);
  await found.load();
  expect(found.isComplete).toBe(true);
  found.query = 'ann';
  expect(found.isComplete).toBe(false);
  await expect.poll(() => found.isComplete).toBe(true);
});

test('a search that fails shows nothing of the one before, and can be tried again', async () => {
  findPeople(3);
  const found = new PickablePeople(() => true);
  await found.load();
  expect(found.people).toHaveLength(3);
  fakeHost.answer('people.find', () => {
    throw new AppError('server_error');
  });
  found.query = 'ann';
  await expect.poll(() => found.loading.error?.code).toBe('server_error');
  expect(found.people).toEqual([]);
  findPeople(2);
  await found.load();
  expect(found.people).toHaveLength(2);
});
