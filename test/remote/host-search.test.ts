import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HostSearch } from '../../electron/remote/host-search';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

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
  fail(1_200);
  expect(searched).toEqual([0, 12, 32, 72, 152, 312, 612, 912]);
});

test('a host that is lost again later is searched for at once', () => {
  const { searched, fail } = failing();
  fail(400);
  vi.advanceTimersByTime(120_000);
  searched.length = 0;
  fail(24);
  expect(searched).toEqual([520, 540]);
});

test('another host that is lost is searched for soon although one has been away for long', () => {
  const { search, searched, fail } = failing();
  fail(1_200);
  searched.length = 0;
  search.start(true);
  fail(24);
  expect(searched).toEqual([1_200, 1_220]);
});

test('nothing is searched for after the end', () => {
  const { search, searched, fail } = failing();
  search.close();
  fail(20);
  expect(searched).toEqual([]);
});
