import { disc, fill, flame, lights, line, type Drawing } from './shapes';

/* Drawings of the things in the gift shop, by what they show. `drawings.ts` says which item has which. */

export const parcel: Drawing = {
  hue: 2,
  shapes: [
    fill(2, 'M10 20h28v18a2 2 0 0 1-2 2H12a2 2 0 0 1-2-2z'),
    fill('soft 2', 'M9 14h30a2 2 0 0 1 2 2v5H7v-5a2 2 0 0 1 2-2z'),
    fill(1, 'M21 14h6v26h-6z'),
    line(1, 'M24 13c-9 0-10-7-6-7 3 0 5 3 6 7zM24 13c9 0 10-7 6-7-3 0-5 3-6 7z', 2.5),
  ],
};

export const cup: Drawing = {
  hue: 4,
  shapes: [
    line('soft 4', 'M18 7c-3 3 3 5 0 8M25 7c-3 3 3 5 0 8', 2.5),
    line(1, 'M33 23h3a4.5 4.5 0 0 1 0 9h-4', 3),
    fill(1, 'M9 19h26v9a11 11 0 0 1-11 11h-4A11 11 0 0 1 9 28z'),
    fill('soft 1', 'M9 19h26v3H9z'),
    line('paper', 'M17 20v8', 1.5),
    fill('paper', 'M14 28h6v7h-6z'),
    line(2, 'M8 42h28', 3),
  ],
};

export const postcard: Drawing = {
  hue: 5,
  shapes: [
    fill('paper', 'M9 11h30a2 2 0 0 1 2 2v22a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2V13a2 2 0 0 1 2-2z'),
    line('soft 5', 'M9 11h30a2 2 0 0 1 2 2v22a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2V13a2 2 0 0 1 2-2zM25 16v16', 1.5),
    fill('soft 5', 'M11 16h10v16H11z'),
    fill('gold', disc(18, 20, 2)),
    fill(3, 'M11 32v-5l4-4 3 4 3-2v7z'),
    fill(1, 'M31 15h6v7h-6z'),
    line(5, 'M29 27h8M29 32h5', 2),
  ],
};

export const pie: Drawing = {
  hue: 1,
  shapes: [
    line('soft 1', 'M18 5c-2 2 2 4 0 7M25 4c-2 2 2 4 0 7M32 5c-2 2 2 4 0 7', 2),
    fill('gold', 'M8 28a16 12.5 0 0 1 32 0z'),
    line('soft 2', 'M15 20l8 8M22 17l11 11M33 20l-8 8M26 17L15 28', 2),
    fill(1, 'M9 29h30l-3.5 11h-23z'),
    line('soft 1', 'M17 33l1 4M24 33v4M31 33l-1 4', 2),
    line('soft 2', 'M8 28h32', 4),
  ],
};

export const cake: Drawing = {
  hue: 7,
  shapes: [
    line(5, 'M17 20v-7M24 20v-7M31 20v-7', 2.5),
    fill('gold', flame(17) + flame(24) + flame(31)),
    fill('soft 7', 'M14 18h20a2 2 0 0 1 2 2v9H12v-9a2 2 0 0 1 2-2z'),
    fill(7, 'M10 27h28a2 2 0 0 1 2 2v11H8V29a2 2 0 0 1 2-2z'),
    line('paper', 'M10 30c2 4 5 4 7 0 2 4 5 4 7 0 2 4 5 4 7 0 2 4 5 4 7 0', 2.5),
    line(2, 'M6 41h36', 3),
  ],
};

export const kite: Drawing = {
  hue: 5,
  shapes: [
    line(5, 'M14 33c-7 0-2 7-8 9', 2),
    fill(8, 'M11 34l-5-1 2 5zM11 34l1 5-4-1z'),
    fill(1, 'M38 6L20 8l11 7z'),
    fill('soft 1', 'M38 6l3 19-10-10z'),
    fill('gold', 'M20 8l-6 25 17-18z'),
    fill('soft 2', 'M41 25l-27 8 17-18z'),
    line('paper', 'M38 6L14 33M20 8l21 17', 1.5),
  ],
};

export const garland: Drawing = { hue: 6, shapes: [...lights(4, 1, 4), ...lights(23, 8, 5)] };

export const key: Drawing = {
  hue: 6,
  shapes: [
    line(1, 'M12 22c-5 4-2 9-6 13M14 24c-1 6 2 9 0 16', 2.5),
    line('gold', 'M22 22l18 18M32 32l5-5M37 37l4-4', 4.5),
    line('gold', disc(16, 16, 8), 5),
    line('paper', 'M10 16a6 6 0 0 1 6-6', 1.5),
  ],
};

export const plus: Drawing = {
  hue: 4,
  shapes: [
    fill('soft 4', disc(24, 24, 18)),
    fill(4, disc(24, 24, 14)),
    line('ground', 'M24 17v14M17 24h14', 4),
  ],
};

export const premium: Drawing = {
  hue: 7,
  shapes: [
    fill('soft 7', disc(24, 24, 18)),
    fill(7, disc(24, 24, 16)),
    fill('ground', 'M14 28V17l6 5 4-8 4 8 6-5v11z'),
    line('ground', 'M15.5 32.5h17', 3),
  ],
};
