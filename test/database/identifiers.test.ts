import Database from 'better-sqlite3';
import fc from '../support/inputs/properties';
import { expect, test } from 'vitest';
import { connect, migrate } from '../../electron/database/open';
import { firstIdentifierOf, openIdentifiers, type Identifiers } from '../../electron/service/identifiers';

/** 2026-01-05 08:00 UTC. */
const START = Date.UTC(2026, 0, 5, 8) / 1000;

test('a second yields 2,048 identifiers, and the rest are borrowed from the next', () => {
  const ids = openIdentifiers(database(), 'home', () => START);
  const given = Array.from({ length: 5000 }, ids.next);
  expect(new Set(given).size).toBe(5000);
  expect(given).toEqual([...given].sort((one, other) => one - other));
  expect(given[2047]).toBeLessThan(firstIdentifierOf(START + 1));
  expect(given[2048]).toBeGreaterThanOrEqual(firstIdentifierOf(START + 1));
  expect(given[4999]).toBeLessThan(firstIdentifierOf(START + 3));
});

test('an identifier contains second, number and sequence', () => {
  const ids = openIdentifiers(
    database(),
    'home',
    () => START,
    () => 5,
  );
  expect(ids.number).toBe(5);
  ids.next();
  expect(ids.next()).toBe(firstIdentifierOf(START) + 5 * 2048 + 1);
});

test('identifiers keep growing while the clock jumps', () => {
  fc.assert(
    fc.property(fc.array(jump, { minLength: 1, maxLength: 60 }), (jumps) => {
      let now = START;
      const ids = openIdentifiers(database(), 'home', () => now);
      let last = 0;
      for (const { by, count } of jumps) {
        now += by;
        for (let turn = 0; turn < count; turn++) last = larger(ids.next(), last);
      }
    }),
    { seed: 1, numRuns: 20 },
  );
});

test('identifiers keep growing over restarts, saved or not, at any clock time', () => {
  fc.assert(
    fc.property(fc.array(run, { minLength: 2, maxLength: 12 }), (runs) => {
      const raw = database();
      let now = START;
      let stored = 0;
      for (const { by, count, lost } of runs) {
        now += by;
        const ids = openIdentifiers(raw, 'home', () => now);
        let last = stored;
        for (let turn = 0; turn < count; turn++) last = larger(ids.next(), last);
        // What is not saved was stored nowhere either: both belong to one transaction.
        ids.save();
        stored = last;
        for (let turn = 0; turn < lost; turn++) larger(ids.next(), last);
      }
    }),
    { seed: 2, numRuns: 20 },
  );
});

test('a copy of the data continues after the original and never repeats its identifiers', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ place: fc.nat({ max: 1 }), by: jumpBy, count: fc.nat({ max: 300 }) }), {
        maxLength: 30,
      }),
      fc.nat({ max: 1023 }),
      (acts, drawn) => {
        let now = START;
        const clock = () => now;
        const original = database();
        const before = openIdentifiers(original, 'home', clock, () => drawn);
        const first = before.next();
        before.save();
        const copy = new Database(original.serialize());
        const places = [before, openIdentifiers(copy, 'elsewhere', clock, () => drawn)];
        const seen = new Set([first]);
        const lasts = [first, first];
        for (const { place, by, count } of acts) {
          now += by;
          for (let turn = 0; turn < count; turn++) {
            const id = larger(places[place]!.next(), lasts[place]!);
            addNew(seen, id);
            lasts[place] = id;
          }
        }
      },
    ),
    { seed: 3, numRuns: 20 },
  );
});

test('two processes on one database never collide, each in order, over restarts too', () => {
  const act = fc.record({
    who: fc.nat({ max: 1 }),
    by: jumpBy,
    count: fc.oneof(fc.nat({ max: 300 }), fc.constant(2100)),
    restarts: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(act, { minLength: 2, maxLength: 30 }), (acts) => {
      const raw = database();
      let now = START;
      const begin = (place: number) => openIdentifiers(raw, `process ${place}`, () => now);
      const processes = [begin(0), begin(1)];
      const lasts = [0, 0];
      const seen = new Set<number>();
      for (const { who, by, count, restarts } of acts) {
        now += by;
        if (restarts) processes[who] = begin(who);
        for (let turn = 0; turn < count; turn++) {
          const id = larger(processes[who]!.next(), lasts[who]!);
          addNew(seen, id);
          lasts[who] = id;
        }
        processes[who]!.save();
      }
    }),
    { seed: 4, numRuns: 20 },
  );
});

test('a returning process gets its number back', () => {
  const raw = database();
  const first = openIdentifiers(raw, 'home', () => START);
  openIdentifiers(raw, 'elsewhere', () => START);
  expect(openIdentifiers(raw, 'home', () => START).number).toBe(first.number);
});

test('identifiers after a number that ran ahead are larger, even for a smaller number', () => {
  const raw = database();
  const ahead = openIdentifiers(
    raw,
    'ahead',
    () => START + 500,
    () => 1000,
  );
  const last = Array.from({ length: 3000 }, ahead.next).at(-1) ?? 0;
  ahead.save();
  larger(
    openIdentifiers(
      raw,
      'home',
      () => START,
      () => 3,
    ).next(),
    last,
  );
});

test('when all 1,024 numbers are leased, the longest unused one is reassigned', () => {
  const raw = database();
  const open = (place: string) =>
    openIdentifiers(
      raw,
      place,
      () => START,
      () => 7,
    );
  const give = (ids: Identifiers) => {
    const id = ids.next();
    ids.save();
    return id;
  };
  const numbers: number[] = [];
  for (let place = 0; place < 1024; place++) {
    const ids = open(`place ${place}`);
    numbers.push(ids.number);
    give(ids);
  }
  expect(new Set(numbers).size).toBe(1024);
  give(open('place 1'));
  const last = give(open('place 0'));
  const late = open('one more');
  expect(late.number).toBe(numbers[2]);
  expect(give(late)).toBeGreaterThan(last);
});

const jumpBy = fc.oneof(
  fc.integer({ min: -5, max: 5 }),
  fc.integer({ min: -400_000_000, max: 400_000_000 }),
  // A clock without its battery, and one that says the year 3000.
  fc.constantFrom(-START, 31_000_000_000, -31_000_000_000),
);
const jump = fc.record({ by: jumpBy, count: fc.oneof(fc.nat({ max: 10 }), fc.constant(2100)) });
const run = fc.record({ by: jumpBy, count: fc.nat({ max: 50 }), lost: fc.nat({ max: 5 }) });

function database(): Database.Database {
  const raw = connect(':memory:');
  migrate(raw);
  return raw;
}

function addNew(seen: Set<number>, id: number): void {
  if (seen.has(id)) throw new Error(`${id} was given before`);
  seen.add(id);
}

/** Fails unless an identifier is a safe integer and larger than the one before. */
function larger(id: ReturnType<Identifiers['next']>, last: number): number {
  if (!Number.isSafeInteger(id) || id <= last) throw new Error(`${id} follows ${last}`);
  return id;
}
