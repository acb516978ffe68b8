import { expect, test } from 'vitest';
import { batchesWithoutConflicts } from '../../electron/database/caching/prefetch-plan';
import fc from '../support/inputs/properties';

const prefetch = () => Promise.resolve();

test('a batch has one write of each conflict key, and writes with the same key keep their order', () => {
  const keys = fc.option(fc.subarray(['a', 'b', 'c'], { minLength: 1 }), { nil: undefined });
  const property = fc.property(fc.array(keys, { maxLength: 10 }), (group) => {
    const writes = group.map((of, index) => ({ index, plan: of && { conflictKeys: of, prefetch } }));
    const batches = [...batchesWithoutConflicts(writes)].map((batch) => batch.map(({ index }) => index));
    const named = (index: number) => group[index] ?? ['a', 'b', 'c'];
    for (const batch of batches) {
      const all = batch.flatMap(named);
      expect(new Set(all).size).toBe(all.length);
    }
    const order = batches.flat();
    expect(order.toSorted((one, other) => one - other)).toEqual(writes.map(({ index }) => index));
    const isBefore = (one: number, other: number) => order.indexOf(one) < order.indexOf(other);
    for (const [one] of group.entries())
      for (const [other] of group.entries())
        if (one < other && named(one).some((key) => named(other).includes(key)))
          expect(isBefore(one, other)).toBe(true);
  });
  fc.assert(property);
});

test('writes without a common conflict key share a batch', () => {
  const planned = (...conflictKeys: string[]) => ({ plan: { conflictKeys, prefetch } });
  const [ann, bob, again, plain, carl] = [
    planned('ann', 'yard'),
    planned('bob', 'club'),
    planned('ann', 'club'),
    { plan: undefined },
    planned('carl', 'yard'),
  ];
  expect([...batchesWithoutConflicts([ann, bob, again, plain, carl])]).toEqual([
    [ann, bob],
    [again],
    [plain],
    [carl],
  ]);
});
