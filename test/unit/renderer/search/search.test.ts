// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Unreachable } from '../../../../renderer/api';
import { around, marksIn } from '../../../../renderer/search/results/marks';
import { RecentSearches } from '../../../../renderer/search/recent.svelte';
import { Search } from '../../../../renderer/search/search.svelte';
import type { Output } from '../../../../shared/contract';
import { File, MessageModel, PostModel, UserModel } from '../../../../shared/contract/records';
import { PAGE_SIZES } from '../../../../shared/limits';
import { fakeHost } from '../../../support/hosts/fake-host';
import { recordOf } from '../../record-of';
import { heldAnswer, ME, openPage, settled } from '../page';

const PAUSE = 200;
beforeEach(openPage);
beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const message = (ID: number) => recordOf(MessageModel, { ID, Text: `Line ${ID}` });
const found = (part: Partial<Output<'search.all'>> = {}): Output<'search.all'> => ({
  ...{ People: [], Dialogs: [], Messages: [], Posts: [], Tracks: [] },
  ...{ Playlists: [], Photos: [], Videos: [], Files: [] },
  ...part,
});
const messagesDownFrom = (ID: number, count: number) =>
  Array.from({ length: count }, (_, at) => message(ID - at));
const rest = () => vi.advanceTimersByTimeAsync(PAUSE);

test('finds all kinds in order after a typing pause, and omits empty ones', async () => {
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

test('ignores the answer to an outdated query', async () => {
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

test('searches messages of one chat page by page', async () => {
  const search = new Search(7);
  const all = messagesDownFrom(100, PAGE_SIZES.search + 5);
  fakeHost.answer('search.all', ({ last_id: before, limit }) =>
    found({ Messages: all.filter(({ ID }) => !before || ID < Number(before)).slice(0, Number(limit)) }),
  );
  search.query = 'line';
  search.within = 'here';
  await rest();
  expect(fakeHost.inputsOf('search.all')).toEqual([
    { mask: 'line', in: 7, only: 'messages', last_id: 0, limit: PAGE_SIZES.search },
  ]);
  expect(search.hasMore).toBe(true);
  await search.more();
  expect(search.groups[0]?.hits).toHaveLength(PAGE_SIZES.search + 5);
  expect(search.hasMore).toBe(false);
  await search.more();
  expect(fakeHost.inputsOf('search.all')).toHaveLength(2);
  search.within = 'messages';
  await rest();
  expect(fakeHost.inputsOf('search.all').at(-1)).not.toHaveProperty('in');
});

test('pages ranked kinds by number, the others by their last result', async () => {
  const people = Array.from({ length: PAGE_SIZES.search }, (_, at) => recordOf(UserModel, { ID: at + 1 }));
  const files = Array.from({ length: PAGE_SIZES.search }, (_, at) => recordOf(File, { ID: 100 - at }));
  const search = new Search();
  fakeHost.answer('search.all', ({ only, page, last_id }) => {
    if (only === 'people') return found({ People: page ? [recordOf(UserModel, { ID: 99 })] : people });
    return found({ Files: last_id ? [recordOf(File, { ID: 5 })] : files });
  });
  search.query = 'a';
  search.within = 'people';
  await rest();
  await search.more();
  expect(fakeHost.inputsOf('search.all').map(({ page }) => page)).toEqual([0, 1]);
  expect(search.groups[0]?.hits).toHaveLength(PAGE_SIZES.search + 1);
  search.within = 'files';
  await rest();
  await search.more();
  expect(fakeHost.inputsOf('search.all').at(-1)).toMatchObject({ only: 'files', last_id: files.at(-1)?.ID });
  expect(search.groups.map(({ kind, hits }) => [kind, hits.length])).toEqual([
    ['files', PAGE_SIZES.search + 1],
  ]);
});

test('turns typed filters into conditions and removes them from the text', async () => {
  const search = new Search();
  const olena = recordOf(UserModel, { ID: 5, Name: 'Olena', Link: 'olena' });
  fakeHost.answer('people.find', () => [olena]);
  fakeHost.answer('search.all', () => found());
  search.query = 'bread from:olena has:photo ';
  await rest();
  await settled();
  await rest();
  expect(search.conditions.map(({ text }) => text)).toEqual(['from:@olena', 'has:photo']);
  expect(search.query.trim()).toBe('bread');
  expect(fakeHost.inputsOf('search.all').at(-1)).toEqual({ mask: 'bread', from: '5', has: ['photo'] });
  expect(search.text).toBe('bread from:@olena has:photo');
  search.keep();
  expect(search.recent.list[0]).toEqual({ text: search.text, label: 'bread · Olena · photo' });
  search.drop(search.conditions[0]!);
  await rest();
  expect(fakeHost.inputsOf('search.all').at(-1)).toEqual({ mask: 'bread', has: ['photo'] });
});

test('completes a filter while it is typed, and reports one without a meaning', async () => {
  const search = new Search();
  fakeHost.answer('search.all', () => found());
  search.query = 'has:ph';
  expect(search.completions.list.map(({ title }) => title)).toEqual(['photo']);
  search.complete(search.completions.list[0]!);
  expect([search.query, search.conditions.map(({ text }) => text)]).toEqual(['', ['has:photo']]);
  expect(search.completions.typed).toBeUndefined();
  search.query = 'before:2026-02-30 bread';
  await rest();
  expect(search.problem).toMatchObject({ name: 'before', value: '2026-02-30' });
  expect(fakeHost.inputsOf('search.all').at(-1)).toEqual({ mask: 'bread', has: ['photo'] });
  search.query = 'bread';
  expect(search.problem).toBeUndefined();
});

test('reads filters from the address, and asks which of several people is meant', async () => {
  const search = new Search();
  const people = [5, 6].map((ID) => recordOf(UserModel, { ID, Name: 'Olena', Link: `olena${ID}` }));
  fakeHost.answer('people.find', ({ query }) => people.filter(({ Link }) => Link.startsWith(String(query))));
  fakeHost.answer('search.all', () => found());
  search.load('bread from:olena');
  await rest();
  expect(search.problem).toMatchObject({ name: 'from', value: 'olena' });
  await rest();
  expect(search.completions.list.map(({ detail }) => detail)).toEqual(['@olena5', '@olena6']);
  search.complete(search.completions.list[1]!);
  expect(search.text).toBe('bread from:@olena6');
  search.load('from:@olena5');
  await rest();
  expect(search.text).toBe('from:@olena5');
});

test('reports a failed search, and retries it', async () => {
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

test('ignores pending answers after it was closed', async () => {
  const search = new Search();
  search.query = 'gate';
  search.close();
  await rest();
  expect(fakeHost.calls).toEqual([]);
});

test('stores the recent searches of a person, newest first and without duplicates', () => {
  const recent = new RecentSearches(ME);
  for (const words of ['gate', 'bench', '', 'gate']) recent.add(words);
  const shown = (person: number) => new RecentSearches(person).list.map(({ label }) => label);
  expect(recent.list).toEqual([
    { text: 'gate', label: 'gate' },
    { text: 'bench', label: 'bench' },
  ]);
  expect(shown(ME)).toEqual(['gate', 'bench']);
  expect(shown(2)).toEqual([]);
  recent.clear();
  expect(new RecentSearches(ME).list).toEqual([]);
});

const marked = (text: string, words: string) =>
  marksIn(text, words)
    .map(({ text: piece, isHit }) => (isHit ? `[${piece}]` : piece))
    .join('');

test('highlights the beginnings of words that match', () => {
  expect(marked('Добра пилка, Пилкою', 'пилк')).toBe('Добра [пилк]а, [Пилк]ою');
  expect(marked('Café crème', 'cafe CREM')).toBe('[Café] [crèm]e');
  expect(marked('У під’їзді', "під'їзд")).toBe('У [під’їзд]і');
  expect(marked('їжак і йод', 'и')).toBe('їжак і йод');
  expect(marked('我们的院子很大', '院子')).toBe('我们的[院子]很大');
  expect(marked('Nothing', '')).toBe('Nothing');
  expect(marked('a.b*c', '.*')).toBe('a.b*c');
});

test('shows the highlighted part of a long text', () => {
  const text = `${'word '.repeat(40)}needle at the end`;
  expect(around(text, 'need')).toMatch(/^…(word )+needle at the end$/);
  expect(around(text, 'need').length).toBeLessThan(70);
  expect(around('needle', 'need')).toBe('needle');
});
