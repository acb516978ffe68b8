import type { ReadContext } from '../context';
import { findTies } from './queries';

/** Somebody who hears an event, with their read mark of the dialog that it is of. */
export interface Viewer {
  id: number;
  isAdmin: boolean;
  readId: number;
}

/** What a record holds for a viewer that it does not hold for every other. */
export type KeyOf = (viewer: Viewer) => string;

/** What each viewer is to the people whom a record shows. */
export async function tieKeys(ctx: ReadContext, people: readonly number[]): Promise<KeyOf> {
  const involved = new Set(people);
  const keys = new Map<number, string>();
  const note = (viewer: number, word: string) => keys.set(viewer, `${keys.get(viewer) ?? ''}${word};`);
  const rows = await findTies(ctx.db, [...involved]);
  for (const { person_id, target_id, kind } of rows) {
    if (involved.has(target_id)) note(person_id, `>${target_id}:${kind}`);
    if (involved.has(person_id)) note(target_id, `<${person_id}:${kind}`);
  }
  for (const person of involved) note(person, `=${person}`);
  return (viewer) => keys.get(viewer.id) ?? '';
}
