import { daisy, disc, fill, line, rose, tulip, type Drawing } from './shapes';

/* Drawings of the flowers in the gift shop, by their kind. `drawings.ts` says which item has which. */

export const daisies: Drawing = {
  hue: 3,
  shapes: [
    line(3, 'M16 18c0 10 5 15 7 24M32 15c0 12-6 18-8 27M24 31c-1 4-1 7 0 11', 2),
    fill(3, 'M22 39c-6 0-9-3-10-7 6 0 9 3 10 7zM25 39c6-1 10-4 11-9-6 0-10 4-11 9z'),
    ...daisy(16, 16, 7),
    ...daisy(32, 14, 7),
    ...daisy(24, 28, 5),
  ],
};

export const tulips: Drawing = {
  hue: 8,
  shapes: [
    line(3, 'M13 20c0 10 8 14 10 22M24 16v26M35 20c0 10-8 14-10 22', 2),
    fill(3, 'M23 42c-8-1-12-7-12-13 7 1 12 6 12 13zM25 42c8-1 12-7 12-13-7 1-12 6-12 13z'),
    fill(8, tulip(13, 15)),
    fill(8, tulip(35, 15)),
    fill(1, tulip(24, 11)),
  ],
};

export const roses: Drawing = {
  hue: 3,
  shapes: [
    line(2, 'M24 34v8', 3),
    line('soft 2', 'M10 42h28', 3),
    fill(3, disc(16, 25, 10) + disc(32, 25, 10) + disc(24, 17, 11) + disc(24, 30, 9)),
    ...[rose(17, 17), rose(29, 13), rose(33, 24), rose(23, 27), rose(13, 28)].flat(),
  ],
};
