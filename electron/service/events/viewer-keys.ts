import type { ReadContext } from '../context';
import { findRelations } from '../people/relation-queries';

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
  const involved = [...new Set(people)];
  const known = await Promise.all(involved.map((person) => findRelations(ctx.db, person)));
  if (known.some((relations) => relations === null)) return perViewer;
  return (viewer) =>
    involved
      .map((person, at) => (person === viewer.id ? '=' : (known[at]?.keys.get(viewer.id) ?? '')))
      .join(';');
}

/** For events whose record differs for every viewer. */
export const perViewer = (viewer: Pick<Viewer, 'id'>): string => String(viewer.id);
