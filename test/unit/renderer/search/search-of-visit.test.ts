// @vitest-environment happy-dom
import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { router } from '../../../../renderer/router.svelte';
import { searchOfVisit } from '../../../../renderer/search/search-of-visit.svelte';
import type { Output } from '../../../../shared/contract';
import { UserModel } from '../../../../shared/contract/records';
import { fakeHost } from '../../../support/hosts/fake-host';
import { recordOf } from '../../record-of';
import { openPage } from '../page';

beforeEach(openPage);
beforeEach(() => {
  router.go({ view: 'nowhere' });
  router.forget();
  vi.useFakeTimers();
  fakeHost.answer('search.all', found);
});
afterEach(() => vi.useRealTimers());

const found = (): Output<'search.all'> => ({
  ...{ People: [recordOf(UserModel, { ID: 5 })], Dialogs: [], Messages: [], Posts: [], Tracks: [] },
  ...{ Playlists: [], Photos: [], Videos: [], Files: [] },
});
const rest = () => vi.advanceTimersByTimeAsync(200);
const leave = (query: string) => {
  router.bookmark('left', { view: 'search', query });
  router.go({ view: 'person', user: '5' });
};

test('a return finds the search as it was left, without another request', async () => {
  router.go({ view: 'search' });
  const search = searchOfVisit('');
  search.query = 'gate';
  search.within = 'people';
  await rest();
  leave(search.foundText);
  router.resume('left');
  const left = searchOfVisit('gate');
  expect([left.query, left.within, left.state]).toEqual(['gate', 'people', 'done']);
  expect(left.groups.map(({ kind, hits }) => [kind, hits.length])).toEqual([['people', 1]]);
  expect(fakeHost.inputsOf('search.all')).toHaveLength(1);
});

test('a search that was left while it was typed goes on', async () => {
  router.go({ view: 'search', query: 'ga' });
  searchOfVisit('ga').query = 'gate';
  leave('ga');
  await rest();
  router.resume('left');
  const left = searchOfVisit('ga');
  expect([left.query, left.foundText, left.state]).toEqual(['gate', 'gate', 'done']);
});

test('another visit begins anew, with the query of its address', async () => {
  router.go({ view: 'search', query: 'gate' });
  const first = searchOfVisit('gate');
  router.go({ view: 'search' });
  expect(searchOfVisit('').state).toBe('idle');
  router.go({ view: 'search', query: 'bench' });
  expect(searchOfVisit('bench').query).toBe('bench');
  expect(first.query).toBe('gate');
});

test('a pending request of a discarded visit is not sent', async () => {
  router.go({ view: 'search', query: 'gate' });
  searchOfVisit('gate');
  flushSync();
  router.forget();
  await rest();
  expect(fakeHost.calls).toEqual([]);
});
