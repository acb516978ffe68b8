// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { MessageSearch } from '../../../../../renderer/chats/conversation/search.svelte';
import { MessageModel } from '../../../../../shared/contract/records';
import { AppError } from '../../../../../shared/errors';
import { fakeHost } from '../../../../support/hosts/fake-host';
import { recordOf } from '../../../record-of';
import { heldAnswer, openPage, settled } from '../../page';

beforeEach(async () => {
  await openPage();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

/** So many hits, newest first, the newest of which has this ID. */
const hits = (newest: number, count: number) =>
  Array.from({ length: count }, (_, place) => recordOf(MessageModel, { ID: newest - place }));

async function openSearch(query: string): Promise<MessageSearch> {
  const search = new MessageSearch(5);
  onTestFinished(() => search.close());
  await type(search, query);
  return search;
}

async function type(search: MessageSearch, query: string): Promise<void> {
  search.query = query;
  await vi.advanceTimersByTimeAsync(1000);
}

/** What the bar shows. */
const shown = ({ state, place, count, hasMore }: MessageSearch) => ({ state, place, count, hasMore });

/** The search at the last of the hits that its first page has, and the answer with the second page. */
async function atTheEndOfAPage() {
  fakeHost.answer('dialogs.searchMessages', () => hits(100, 20));
  const search = await openSearch('bench');
  for (let press = 1; press < 20; press++) await search.older();
  expect(shown(search)).toMatchObject({ place: 20, count: 20, hasMore: true });
  const held = heldAnswer<MessageModel[]>();
  fakeHost.answer('dialogs.searchMessages', held.handler);
  return { search, held };
}

test('holding Enter past the loaded hits loads the next ones once, and goes to the first of them', async () => {
  const { search, held } = await atTheEndOfAPage();
  const presses = [search.older(), search.older(), search.older()];
  await held.asked;
  held.give(hits(80, 5));
  await Promise.all(presses);
  expect(shown(search)).toMatchObject({ place: 21, count: 25, hasMore: false });
  expect(search.hit?.ID).toBe(80);
  expect(fakeHost.inputsOf('dialogs.searchMessages').map(({ last_id }) => last_id)).toEqual([0, 81]);
});

test('older hits that arrive after the query changed are left out', async () => {
  const { search, held } = await atTheEndOfAPage();
  search.query = 'tree';
  const press = search.older();
  await held.asked;
  fakeHost.answer('dialogs.searchMessages', () => hits(50, 2));
  await type(search, 'trees');
  held.give(hits(80, 5));
  await press;
  await settled();
  expect(shown(search)).toMatchObject({ place: 1, count: 2, hasMore: false });
  expect(search.hit?.ID).toBe(50);
});

test('a failed search is repeated by Enter', async () => {
  fakeHost.answer('dialogs.searchMessages', () => {
    throw new AppError('server_error');
  });
  const search = await openSearch('bench');
  expect(shown(search)).toMatchObject({ state: 'failed', place: 0 });
  fakeHost.answer('dialogs.searchMessages', () => hits(100, 2));
  await search.older();
  expect(shown(search)).toMatchObject({ state: 'done', place: 1, count: 2 });
  await search.older();
  expect(search.place).toBe(2);
});
