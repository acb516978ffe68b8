// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Unreachable } from '../../../renderer/api';
import { around, marksIn } from '../../../renderer/search/marks';
import { RecentSearches } from '../../../renderer/search/recent.svelte';
import { Search } from '../../../renderer/search/search.svelte';
import type { Output } from '../../../shared/contract';
import { DialogModel, MessageModel, PostModel, UserModel } from '../../../shared/contract/records';
import { PAGE_SIZES } from '../../../shared/limits';
import { fakeHost } from '../../support/fake-host';
import { recordOf } from '../record-of';
import { heldAnswer, ME, openPage, settled } from './page';

const PAUSE = 200;
beforeEach(openPage);
beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const message = (ID: number) => recordOf(MessageModel, { ID, Text: `Line ${ID}` });
const found = (part: Partial<Output<'search.all'>> = {}): Output<'search.all'> => ({
  ...{ People: [], Dialogs: [], Messages: [], Posts: [], Tracks: [], Videos: [], Files: [] },
  ...part,
});
const messagesDownFrom = (ID: number, count: number) =>
  Array.from({ length: count }, (_, at) => message(ID - at));
const rest = () => vi.advanceTimersByTimeAsync(PAUSE);

test('all kinds are found once the typing rests, in their order, and empty ones are left out', async () => {
  const search = new Search();
  fakeHost.answer('search.all', () =>
    found({
      Posts: [recordOf(PostModel, { ID: 4 })],
      Messages: messagesDownFrom(9, PAGE_SIZES.searchAll),
      People: [recordOf(UserModel, { ID: 5 })],
      Dialogs: [],
    }),
  );
  for (const words of ['g', 'ga', ' gate ']) search.query = words;
  expect(search.state).toBe('searching');
  await rest();
  expect(fakeHost.inputsOf('search.all')).toEqual([{ mask: 'gate' }]);
  expect(search.groups.map(({ kind, hasMore }) => [kind, hasMore])).toEqual([
    ['people', false],
    ['messages', true],
    ['posts', false],
  ]);
  expect([search.state, search.foundBy]).toEqual(['done', 'gate']);
  search.query = ' ';
  expect([search.state, search.groups]).toEqual(['idle', []]);
});

test('an answer to earlier words does not replace that to later ones', async () => {
  const search = new Search();
  const slow = heldAnswer<Output<'search.all'>>();
  fakeHost.answer('search.all', ({ mask }) =>
    mask === 'ga' ? slow.handler() : found({ People: [recordOf(UserModel, { ID: 5 })] }),
  );
  search.query = 'ga';
  await rest();
  await slow.asked;
  search.query = 'gate';
  await rest();
  slow.give(found());
  await settled();
  expect(search.foundBy).toBe('gate');
  expect(search.groups).toHaveLength(1);
});

test('messages of one chat are searched a page at a time', async () => {
  const search = new Search(7);
  const all = messagesDownFrom(100, PAGE_SIZES.search + 5);
  fakeHost.answer('dialogs.searchMessages', ({ last_id: before, limit }) =>
    all.filter(({ ID }) => !before || ID < Number(before)).slice(0, Number(limit)),
  );
  search.query = 'line';
  search.within = 'here';
  await rest();
  expect(fakeHost.inputsOf('dialogs.searchMessages')).toEqual([
    { mask: 'line', last_id: 0, limit: PAGE_SIZES.search, dialog: 7 },
  ]);
  expect(search.hasMore).toBe(true);
  await search.more();
  expect(search.groups[0]?.hits).toHaveLength(PAGE_SIZES.search + 5);
  expect(search.hasMore).toBe(false);
  await search.more();
  expect(fakeHost.inputsOf('dialogs.searchMessages')).toHaveLength(2);
  search.within = 'messages';
  await rest();
  expect(fakeHost.inputsOf('dialogs.searchMessages').at(-1)).not.toHaveProperty('dialog');
});

test('people, chats and posts are searched page by page, each by its own call', async () => {
  const people = Array.from({ length: PAGE_SIZES.search }, (_, at) => recordOf(UserModel, { ID: at + 1 }));
  const search = new Search();
  fakeHost.answer('people.find', ({ page }) => (page === 0 ? people : [recordOf(UserModel, { ID: 99 })]));
  search.query = 'a';
  search.within = 'people';
  await rest();
  await search.more();
  expect(fakeHost.inputsOf('people.find').map(({ page }) => page)).toEqual([0, 1]);
  expect(search.groups[0]?.hits).toHaveLength(PAGE_SIZES.search + 1);
  fakeHost.answer('dialogs.find', () => [recordOf(DialogModel, { ID: 3, Name: 'Yard' })]);
  search.within = 'dialogs';
  await rest();
  expect(search.groups.map(({ kind }) => kind)).toEqual(['dialogs']);
  fakeHost.answer('posts.find', () => []);
  search.within = 'posts';
  await rest();
  expect([search.state, search.groups]).toEqual(['done', []]);
});

test('a search that the host did not answer says so, and is made again', async () => {
  const search = new Search();
  fakeHost.answer('search.all', () => {
    throw new Unreachable();
  });
  search.query = 'gate';
  await vi.advanceTimersByTimeAsync(20_000);
  expect(search.state).toBe('failed');
  expect(search.error).toBeInstanceOf(Unreachable);
  fakeHost.answer('search.all', () => found({ People: [recordOf(UserModel, { ID: 5 })] }));
  search.again();
  await rest();
  expect(search.state).toBe('done');
  expect(search.groups).toHaveLength(1);
});

test('a search that is closed waits for no answer', async () => {
  const search = new Search();
  search.query = 'gate';
  search.close();
  await rest();
  expect(fakeHost.calls).toEqual([]);
});

test('what was searched for is kept for the person, the newest first and each once', () => {
  const recent = new RecentSearches(ME);
  for (const words of ['gate', 'bench', '', 'gate']) recent.add(words);
  expect(recent.list).toEqual(['gate', 'bench']);
  expect(new RecentSearches(ME).list).toEqual(['gate', 'bench']);
  expect(new RecentSearches(2).list).toEqual([]);
  recent.clear();
  expect(new RecentSearches(ME).list).toEqual([]);
});

const marked = (text: string, words: string) =>
  marksIn(text, words)
    .map(({ text: piece, isHit }) => (isHit ? `[${piece}]` : piece))
    .join('');

test('a hit is marked where a word begins as it was searched for', () => {
  expect(marked('Добра пилка, Пилкою', 'пилк')).toBe('Добра [пилк]а, [Пилк]ою');
  expect(marked('Café crème', 'cafe CREM')).toBe('[Café] [crèm]e');
  expect(marked('У під’їзді', "під'їзд")).toBe('У [під’їзд]і');
  expect(marked('їжак і йод', 'и')).toBe('їжак і йод');
  expect(marked('我们的院子很大', '院子')).toBe('我们的[院子]很大');
  expect(marked('Nothing', '')).toBe('Nothing');
  expect(marked('a.b*c', '.*')).toBe('a.b*c');
});

test('the marks of a hit stay in sight in a long text', () => {
  const text = `${'word '.repeat(40)}needle at the end`;
  expect(around(text, 'need')).toMatch(/^…(word )+needle at the end$/);
  expect(around(text, 'need').length).toBeLessThan(70);
  expect(around('needle', 'need')).toBe('needle');
});
