// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PublicDialogs } from '../../../renderer/discover/public-dialogs.svelte';
import { DialogModel } from '../../../shared/contract/records';
import { PAGE_SIZES } from '../../../shared/limits';
import { fakeHost } from '../../support/hosts/fake-host';
import { recordOf } from '../record-of';
import { openPage, settled } from './page';

const stops: (() => void)[] = [];
beforeEach(openPage);
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
});

const dialog = (ID: number) => recordOf(DialogModel, { ID, Type: 'group', Name: `Group ${ID}`, Members: 3 });
const all = { type: 0, topic: 0, country: 0, sort: 0, page: 0, limit: PAGE_SIZES.search };

async function opened(): Promise<PublicDialogs> {
  const list = new PublicDialogs();
  stops.push(list.follow());
  await settled();
  return list;
}

test('lists public chats at once, and combines all filters', async () => {
  fakeHost.answer('dialogs.find', () => [dialog(1)]);
  const list = await opened();
  expect(list.items).toHaveLength(1);
  expect(fakeHost.inputsOf('dialogs.find')).toEqual([all]);
  list.search({ type: 2, topic: 5 });
  list.search({ country: 228, sort: 1 });
  list.search({ query: ' @gard ' });
  await vi.advanceTimersByTimeAsync(250);
  expect(fakeHost.inputsOf('dialogs.find').at(-1)).toEqual({
    ...all,
    mask: 'gard',
    type: 2,
    topic: 5,
    country: 228,
    sort: 1,
  });
  expect(list.isFiltered).toBe(true);
  list.clearFilters();
  await vi.advanceTimersByTimeAsync(250);
  expect(fakeHost.inputsOf('dialogs.find').at(-1)).toEqual({ ...all, mask: 'gard' });
  expect(list.isFiltered).toBe(false);
});

test('marks a joined chat as joined, and follows its events', async () => {
  fakeHost.answer('dialogs.find', () => [dialog(1), dialog(2)]);
  fakeHost.answer('dialogs.join', () => ({ ok: true as const }));
  const list = await opened();
  await list.join(dialog(1));
  expect(list.find(1)).toMatchObject({ Member: true, Members: 4 });
  expect(fakeHost.inputsOf('dialogs.join')).toEqual([{ dialog_id: 1, user_id: '@me' }]);
  fakeHost.send({ Type: 'dialog_delete', Dialog: 2 });
  await settled();
  expect(list.items.map(({ ID }) => ID)).toEqual([1]);
});
