import { expect, test } from 'vitest';
import { roundsOf } from '../../electron/database/caching/forecast';
import fc from '../support/inputs/properties';

const read = () => Promise.resolve();

test('a round has one write of each subject, and writes of one subject keep their order', () => {
  const subjects = fc.option(fc.subarray(['a', 'b', 'c'], { minLength: 1 }), { nil: undefined });
  const property = fc.property(fc.array(subjects, { maxLength: 10 }), (group) => {
    const writes = group.map((of, index) => ({ index, forecast: of && { subjects: of, read } }));
    const rounds = [...roundsOf(writes)].map((round) => round.map(({ index }) => index));
    const named = (index: number) => group[index] ?? ['a', 'b', 'c'];
    for (const round of rounds) {
      const all = round.flatMap(named);
      expect(new Set(all).size).toBe(all.length);
    }
    const order = rounds.flat();
    expect(order.toSorted((one, other) => one - other)).toEqual(writes.map(({ index }) => index));
    const isBefore = (one: number, other: number) => order.indexOf(one) < order.indexOf(other);
    for (const [one] of group.entries())
      for (const [other] of group.entries())
        if (one < other && named(one).some((subject) => named(other).includes(subject)))
          expect(isBefore(one, other)).toBe(true);
  });
  fc.assert(property);
});

test('writes that have nothing to do with each other share a round', () => {
  const forecast = (...subjects: string[]) => ({ forecast: { subjects, read } });
  const [ann, bob, again, plain, carl] = [
    forecast('ann', 'yard'),
    forecast('bob', 'club'),
    forecast('ann', 'club'),
    { forecast: undefined },
    forecast('carl', 'yard'),
  ];
  expect([...roundsOf([ann, bob, again, plain, carl])]).toEqual([[ann, bob], [again], [plain], [carl]]);
});
