// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { PagedList } from '../../../../renderer/api';
import type { PagedListOptions, PageRequest } from '../../../../renderer/api/paged-list.svelte';
import { AppError } from '../../../../shared/errors';

interface Item {
  ID: number;
  text?: string;
}

/** A host's list of items 1 to `count`, of which a test answers each request when it likes. */
class FakePages {
  readonly requests: PageRequest<Item>[] = [];
  readonly #answers: ((items: Item[] | Error) => void)[] = [];
  items: Item[];

  constructor(count: number) {
    this.items = Array.from({ length: count }, (_, at) => ({ ID: at + 1 }));
  }

  read = (request: PageRequest<Item>): Promise<Item[]> => {
    this.requests.push(request);
    return new Promise((resolve, reject) =>
      this.#answers.push((given) => (given instanceof Error ? reject(given) : resolve(given))),
    );
  };

  /** Answers the oldest open request with its page, or as it is told. */
  answer(given?: Item[] | Error): void {
    const { page, limit } = this.requests[this.requests.length - this.#answers.length]!;
    this.#answers.shift()?.(given ?? this.items.slice(page * limit, (page + 1) * limit));
  }

  /** Answers every request until none is open any more. */
  async answerAll(): Promise<void> {
    do {
      while (this.#answers.length) this.answer();
      await settled();
    } while (this.#answers.length);
  }
}

function open(count: number, options: Partial<PagedListOptions<Item>> = {}) {
  const pages = new FakePages(count);
  const list = new PagedList<Item>({ read: pages.read, keyOf: ({ ID }) => ID, size: 3, ...options });
  return { pages, list, ids: () => list.items.map(({ ID }) => ID) };
}

async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

afterEach(() => vi.useRealTimers());

test('loads page after page, each item once, until a page is not full', async () => {
  const { pages, list, ids } = open(5);
  expect(list.isLoaded).toBe(false);
  void list.load();
  await pages.answerAll();
  expect([ids(), list.hasMore, list.isLoaded]).toEqual([[1, 2, 3], true, true]);
  void list.loadMore();
  pages.answer([{ ID: 3, text: 'later' }, { ID: 4 }]);
  await settled();
  expect(list.items).toEqual([{ ID: 1 }, { ID: 2 }, { ID: 3, text: 'later' }, { ID: 4 }]);
  expect(list.hasMore).toBe(false);
});

test('requests by page number or by last item, and supports a first page of another size', async () => {
  const { pages, list } = open(9, { firstSize: 2 });
  void list.load();
  await pages.answerAll();
  void list.loadMore();
  expect(pages.requests.map(({ last, limit }) => [last?.ID, limit])).toEqual([
    [undefined, 2],
    [2, 3],
  ]);
});

test('treats a list without a page size as a single page', async () => {
  const { pages, list } = open(0, { size: Infinity });
  void list.load();
  pages.answer([{ ID: 1 }, { ID: 2 }]);
  await settled();
  expect([list.items.length, list.hasMore]).toEqual([2, false]);
});

test('keeps its items when the next page fails, and loads that page on retry', async () => {
  const { pages, list, ids } = open(5);
  void list.load();
  await pages.answerAll();
  const failed = list.loadMore();
  pages.answer(new AppError('rate_limit_exceeded'));
  expect(await failed).toBe(false);
  expect([ids(), list.loading.error?.code]).toEqual([[1, 2, 3], 'rate_limit_exceeded']);
  void list.loadMore();
  await pages.answerAll();
  expect([ids(), list.loading.error]).toEqual([[1, 2, 3, 4, 5], null]);
});

test('reloads as many items as were loaded before', async () => {
  const { pages, list, ids } = open(9);
  void list.load();
  await pages.answerAll();
  void list.loadMore();
  await pages.answerAll();
  pages.items.unshift({ ID: 10 });
  void list.load();
  await pages.answerAll();
  expect(ids()).toEqual([10, 1, 2, 3, 4, 5]);
});

test('reloads all loaded pages in parallel if they are numbered', async () => {
  const { pages, list, ids } = open(9, { isParallel: true });
  void list.load();
  await pages.answerAll();
  void list.loadMore(2);
  expect(pages.requests.slice(1).map(({ page }) => page)).toEqual([1, 2]);
  await pages.answerAll();
  expect(ids()).toHaveLength(9);
  void list.load();
  expect(pages.requests.slice(3).map(({ page }) => page)).toEqual([0, 1, 2]);
});

test('skips nothing on the next page after an item was removed', async () => {
  const { pages, list, ids } = open(6);
  void list.load();
  await pages.answerAll();
  list.remove(2);
  pages.items.splice(1, 1);
  void list.loadMore();
  await pages.answerAll();
  expect(ids()).toEqual([1, 3, 4]);
  void list.loadMore();
  await pages.answerAll();
  expect(ids()).toEqual([1, 3, 4, 5, 6]);
});

test('applies changes made during a load to the loaded page', async () => {
  const { pages, list } = open(3);
  void list.load();
  list.put({ ID: 9 });
  list.change(2, { text: 'changed' });
  list.remove(3);
  await pages.answerAll();
  expect(list.items).toEqual([{ ID: 9 }, { ID: 1 }, { ID: 2, text: 'changed' }]);
});

test('inserts new items first or in sort order, and updates known ones in place', async () => {
  const unordered = open(2);
  void unordered.list.load();
  await unordered.pages.answerAll();
  unordered.list.put({ ID: 2, text: 'changed' }, { ID: 9 });
  expect(unordered.list.items).toEqual([{ ID: 9 }, { ID: 1 }, { ID: 2, text: 'changed' }]);

  const ordered = open(2, { compare: (one, other) => other.ID - one.ID });
  void ordered.list.load();
  await ordered.pages.answerAll();
  ordered.list.put({ ID: 0 }, { ID: 9 });
  expect(ordered.ids()).toEqual([9, 2, 1, 0]);
});

test('ignores the answer or failure of an outdated request', async () => {
  const { pages, list, ids } = open(3);
  void list.load();
  list.restart();
  expect(pages.requests[0]!.signal.aborted).toBe(true);
  pages.answer(new AppError('server_error'));
  await settled();
  expect([ids(), list.loading.error]).toEqual([[], null]);
  pages.answer([{ ID: 7 }]);
  await settled();
  expect(ids()).toEqual([7]);
});

test('loads one page on restart, and debounces several restarts', async () => {
  const { pages, list, ids } = open(9);
  void list.load();
  await pages.answerAll();
  void list.loadMore();
  await pages.answerAll();
  vi.useFakeTimers();
  list.restart(200);
  list.change(1, { text: 'changed' });
  list.restart(200);
  vi.advanceTimersByTime(199);
  expect(pages.requests).toHaveLength(2);
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  await pages.answerAll();
  expect([pages.requests.length, ids()]).toEqual([3, [1, 2, 3]]);
});

test('adds newer items on refresh and keeps the rest', async () => {
  const { pages, list, ids } = open(6);
  void list.load();
  await pages.answerAll();
  void list.loadMore();
  await pages.answerAll();
  pages.items.unshift({ ID: 8 });
  void list.loadNew();
  await pages.answerAll();
  expect(ids()).toEqual([8, 1, 2, 3, 4, 5, 6]);
});

test('ignores pending answers after it was stopped', async () => {
  const { pages, list, ids } = open(3);
  void list.load();
  list.stop();
  await pages.answerAll();
  expect([ids(), list.isLoaded]).toEqual([[], false]);
});

test('reports when the host denies access', async () => {
  const { pages, list } = open(3);
  void list.load();
  pages.answer(new AppError('access_denied'));
  await settled();
  expect(list.isDenied).toBe(true);
});

test('after a failed restart the list is loaded again, instead of a page of the new query after old items', async () => {
  const { pages, list, ids } = open(9);
  void list.load();
  await pages.answerAll();
  list.restart();
  pages.answer(new AppError('server_error'));
  await settled();
  expect([ids(), list.hasMore, list.loading.error?.code]).toEqual([[1, 2, 3], true, 'server_error']);
  pages.items = [{ ID: 21 }, { ID: 22 }];
  void list.loadMore();
  await pages.answerAll();
  expect([ids(), list.hasMore, list.loading.error]).toEqual([[21, 22], false, null]);
});

test('a whole list that could not be reloaded can be reloaded by its next page', async () => {
  const { pages, list, ids } = open(2);
  void list.load();
  await pages.answerAll();
  void list.load();
  pages.answer(new AppError('server_error'));
  await settled();
  expect(list.hasMore).toBe(true);
  pages.items.unshift({ ID: 9 });
  const all = list.loadAll();
  await pages.answerAll();
  expect([await all, ids(), list.hasMore]).toEqual([true, [9, 1, 2], false]);
});
