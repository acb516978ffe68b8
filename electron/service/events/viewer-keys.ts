import type { ReadContext } from '../context';
import { findRelationKeys } from '../people/relation-queries';

/** Someone who gets an event. */
export interface Viewer {
  id: number;
  isAdmin: boolean;
}

/** Maps viewers to a key: viewers with equal keys get the same record of an event. */
export type ViewerKey = (viewer: Viewer) => string;

/** Keys viewers by their relations to the people that a record shows. */
export async function relationKeys(
  ctx: ReadContext,
  people: readonly number[],
): Promise<(viewer: Pick<Viewer, 'id'>) => string> {
  const involved = [...new Set(people)];
  const known = await Promise.all(involved.map((person) => findRelationKeys(ctx.db, person)));
  return (viewer) =>
    involved.map((person, at) => (person === viewer.id ? '=' : (known[at]?.get(viewer.id) ?? ''))).join(';');
}

/** For events whose record differs for every viewer. */
export const perViewer = (viewer: Pick<Viewer, 'id'>): string => String(viewer.id);
