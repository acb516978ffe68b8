import fc from '../../../support/inputs/properties';
import { describe, expect, it } from 'vitest';
import { loudnessOf } from '../../../../renderer/player/loudness';
import {
  advanced,
  cleared,
  comingUp,
  dropped,
  EMPTY,
  jumpedTo,
  moved,
  restOf,
  shuffled,
  steppedBack,
  unshuffled,
  withChosen,
  withList,
  type Queue,
} from '../../../../renderer/player/queue/queue';

const SOURCE = { key: 'playlist:1', name: 'Evenings' };
const chance = () => 0;
const begun = (tracks: number[], index = 0) => withList(EMPTY, tracks, index, SOURCE, chance);
const tracksOf = (entries: readonly { track: number }[]) => entries.map((entry) => entry.track);
const coming = (queue: Queue) => tracksOf([...queue.chosen, ...restOf(queue)]);
/** What is played from here to the end. */
const played = (queue: Queue): number[] => {
  const next = advanced(queue);
  return [...(queue.current ? [queue.current.track] : []), ...(next ? played(next) : [])];
};

describe('the queue', () => {
  it('plays queued tracks before the rest of the list, then continues the list', () => {
    const queue = withChosen(withChosen(begun([1, 2, 3]), [8], 'last'), [7], 'next');
    expect(queue.current?.track).toBe(1);
    expect(coming(queue)).toEqual([7, 8, 2, 3]);
    expect(played(queue)).toEqual([1, 7, 8, 2, 3]);
  });

  it('does not interrupt the current track when others are queued', () => {
    const before = begun([1, 2, 3], 1);
    expect(withChosen(before, [9], 'next').current).toBe(before.current);
    expect(withChosen(EMPTY, [9, 10], 'next')).toMatchObject({
      current: { track: 9 },
      chosen: [{ track: 10 }],
    });
  });

  it('goes back from queued tracks to the list, then to the previous track', () => {
    const inLine = advanced(withChosen(begun([1, 2], 1), [9], 'next'));
    const back = steppedBack(inLine!);
    expect(back?.current?.track).toBe(2);
    expect(steppedBack(back!)?.current?.track).toBe(1);
    expect(steppedBack(begun([1, 2]))).toBeNull();
  });

  it('ends with its list, or repeats all or one track', () => {
    const last = begun([1, 2], 1);
    expect(advanced(last)).toBeNull();
    expect(comingUp(last)).toBeNull();
    expect(advanced({ ...last, repeat: 'all' })?.current?.track).toBe(1);
    expect(comingUp({ ...last, repeat: 'one' })).toBe(last.current);
    expect(steppedBack({ ...begun([1, 2]), repeat: 'all' })?.current?.track).toBe(2);
  });

  it('plays a shuffled list in the shown order, each track once', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.nat(),
        fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
        (count, place, numbers) => {
          const list = Array.from({ length: count }, (_, index) => index + 1);
          const queue = shuffled(begun(list, place % count), () => numbers.next().value as number);
          expect(queue.current?.track).toBe((place % count) + 1);
          expect(played(queue)).toEqual([queue.current?.track, ...coming(queue)]);
          expect(played(queue).toSorted((one, other) => one - other)).toEqual(list);
        },
      ),
    );
  });

  it('restores the original order at the current track when shuffle is turned off', () => {
    const queue = advanced(shuffled(begun([1, 2, 3, 4, 5], 2), chance))!;
    const now = queue.current!.track;
    const after = unshuffled(queue);
    expect(after.current?.track).toBe(now);
    expect(coming(after)).toEqual([1, 2, 3, 4, 5].slice(now));
  });

  it('stays shuffled for the next list', () => {
    const queue = withList(shuffled(begun([1, 2]), chance), [4, 5, 6], 1, SOURCE, chance);
    expect(queue.current?.track).toBe(5);
    expect(queue.unshuffled).not.toBeNull();
    expect(coming(unshuffled(queue))).toEqual([6]);
  });

  it('can be reordered within and between its sections', () => {
    const queue = withChosen(begun([1, 2, 3, 4]), [8, 9], 'last');
    const keyOf = (track: number) =>
      [...queue.chosen, ...queue.order].find((one) => one.track === track)!.key;
    expect(coming(moved(queue, keyOf(9), keyOf(8), 'chosen'))).toEqual([9, 8, 2, 3, 4]);
    expect(coming(moved(queue, keyOf(2), null, 'rest'))).toEqual([8, 9, 3, 4, 2]);
    const inLine = moved(queue, keyOf(3), keyOf(9), 'chosen');
    expect(tracksOf(inLine.chosen)).toEqual([8, 3, 9]);
    expect(tracksOf(restOf(inLine))).toEqual([2, 4]);
    const [mixed] = [shuffled(queue, chance)];
    expect(tracksOf(unshuffled(moved(mixed, keyOf(4), null, 'rest')).order)).toEqual([1, 2, 3, 4]);
  });

  it('removes tracks and keeps its position', () => {
    const queue = withChosen(begun([1, 2, 3, 4], 2), [8], 'last');
    const without = dropped(queue, ({ track }) => track === 1 || track === 8);
    expect(without.current?.track).toBe(3);
    expect(coming(without)).toEqual([4]);
    expect(steppedBack(without)?.current?.track).toBe(2);
    expect(dropped(queue, ({ track }) => track === 3).current).toBeNull();
    expect(coming(cleared(queue))).toEqual([]);
    expect(cleared(queue).current?.track).toBe(3);
  });

  it('can jump to a later track, past queued ones before it', () => {
    const queue = withChosen(begun([1, 2, 3]), [8, 9], 'last');
    const to = (track: number) =>
      jumpedTo(queue, [...queue.chosen, ...queue.order].find((one) => one.track === track)!.key);
    expect(played(to(9))).toEqual([9, 2, 3]);
    expect(played(to(3))).toEqual([3, 8, 9]);
  });
});

describe('loudness', () => {
  const track = { Gain: -6, Peak: 0.9, AlbumGain: -3, AlbumPeak: 0.95 };

  it('uses the gain of the album in order, and of the track in shuffle', () => {
    expect(loudnessOf(track, true)).toBeCloseTo(10 ** (-3 / 20));
    expect(loudnessOf(track, false)).toBeCloseTo(10 ** (-6 / 20));
    expect(loudnessOf({ Gain: -6 }, true)).toBeCloseTo(10 ** (-6 / 20));
    expect(loudnessOf({}, true)).toBe(1);
  });

  it('never clips', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -60, max: 60, noNaN: true }),
        fc.double({ min: 0.01, max: 4, noNaN: true }),
        (Gain, Peak) => {
          expect(loudnessOf({ Gain, Peak }, false) * Peak).toBeLessThanOrEqual(1.000001);
        },
      ),
    );
    expect(loudnessOf({ Gain: 12 }, false)).toBe(1);
  });
});
