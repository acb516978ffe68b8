import type { ReadContext } from '../context';
import { findRelations } from './queries';

/** Someone who gets an event, with their read mark in the event's dialog. */
export interface Viewer {
  id: number;
  isAdmin: boolean;
  readId: number;
}

/** Maps viewers to a key: viewers with equal keys get the same record of an event. */
export type ViewerKey = (viewer: Viewer) => string;

/** Keys viewers by their relations to the people that a record shows. */
export async function relationKeys(
  ctx: ReadContext,
  people: readonly number[],
): Promise<(viewer: Pick<Viewer, 'id'>) => string> {
  const involved = new Set(people);
  const keys = new Map<number, string>();
  const addToKey = (viewer: number, part: string) => keys.set(viewer, `${keys.get(viewer) ?? ''}${part};`);
  const rows = await findRelations(ctx.db, [...involved]);
  for (const { person_id, target_id, kind } of rows) {
    if (involved.has(target_id)) addToKey(person_id, `>${target_id}:${kind}`);
    if (involved.has(person_id)) addToKey(target_id, `<${person_id}:${kind}`);
  }
  for (const person of involved) addToKey(person, `=${person}`);
  return (viewer) => keys.get(viewer.id) ?? '';
}
