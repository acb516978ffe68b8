import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FoundCommunity } from '../../shared/bridge';
import { HostSearch } from '../../electron/remote/host-search';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what is found is told while the search goes on', () => {
  const found: FoundCommunity[] = [];
  const told: number[] = [];
  const poll = () => ({ isSearching: true, hasNetwork: true, found });
  const finder = { start: () => undefined, poll, stop: () => undefined };
  const search = new HostSearch(finder, (all) => void told.push(all.length));
  search.start();
  vi.advanceTimersByTime(2_000);
  expect(told).toEqual([]);
  found.push({ name: 'Yard', key: 'a', addresses: ['10.0.0.2:8643'], isReached: true });
  vi.advanceTimersByTime(2_000);
  expect(told).toEqual([1]);
  search.close();
});

/** A search whose host doesn't answer every four seconds, and the seconds at which the network was searched. */
function failing() {
  const searched: number[] = [];
  const began = performance.now();
  const finder = {
    start: () => void searched.push(Math.round((performance.now() - began) / 1000)),
    poll: () => ({ isSearching: false, hasNetwork: true, found: [] }),
    stop: () => undefined,
  };
  const search = new HostSearch(finder, () => undefined);
  const fail = (seconds: number) => {
    for (let left = seconds; left > 0; left -= 4) {
      search.start();
      vi.advanceTimersByTime(4_000);
    }
  };
  return { search, searched, fail };
}

test('a lost host is searched for again soon, then less and less often', () => {
  const { searched, fail } = failing();
  fail(200);
  expect(searched).toEqual([0, 8, 20, 40, 72, 104, 136, 168]);
});

test('a host that is lost again later is searched for at once', () => {
  const { searched, fail } = failing();
  fail(400);
  vi.advanceTimersByTime(120_000);
  searched.length = 0;
  fail(24);
  expect(searched).toEqual([520, 532]);
});

test('another host that is lost is searched for soon although one has been away for long', () => {
  const { search, searched, fail } = failing();
  fail(1_200);
  searched.length = 0;
  search.start(true);
  fail(24);
  expect(searched).toEqual([1_200, 1_212]);
});

test('nothing is searched for after the end', () => {
  const { search, searched, fail } = failing();
  search.close();
  fail(20);
  expect(searched).toEqual([]);
});
