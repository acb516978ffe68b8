import type { Random } from '../script/random';
import { evening, garden, hills, kite, lights, pitch, river, tomatoes } from './outdoor-scenes';
import { bicycle, books, bread, cake, cat, coffee, cover, dog, guitar, paint } from './indoor-scenes';

/** Draws the content of an SVG picture of a size in pixels. */
export type Scene = (width: number, height: number, random: Random) => string;

/** All scenes by name. */
export const scenes: Readonly<Record<string, Scene>> = {
  evening,
  garden,
  hills,
  kite,
  lights,
  pitch,
  river,
  tomatoes,
  bicycle,
  books,
  bread,
  cake,
  cat,
  coffee,
  cover,
  dog,
  guitar,
  paint,
};
