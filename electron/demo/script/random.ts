/** Returns a generator of numbers from 0 (inclusive) to 1 (exclusive), the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a random number from 0 (inclusive) to 1 (exclusive). */
export type Random = () => number;

/** Returns a random item of a non-empty list. */
export function pick<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)] as T;
}

/** Returns up to `count` different items of a list in random order. */
export function pickSome<T>(list: readonly T[], count: number, random: Random): T[] {
  return shuffled(list, random).slice(0, count);
}

/** Returns a shuffled copy of a list. */
export function shuffled<T>(list: readonly T[], random: Random): T[] {
  const all = [...list];
  for (let index = all.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    [all[index], all[other]] = [all[other] as T, all[index] as T];
  }
  return all;
}

/** Returns a random integer between two bounds, both inclusive. */
export function between(min: number, max: number, random: Random): number {
  return min + Math.floor(random() * (max - min + 1));
}
