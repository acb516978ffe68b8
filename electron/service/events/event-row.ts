import type { NewEvent } from '../context';
import type { EventRow } from './queries';

/** The row of the log for an event that someone causes; it has no number yet. `now` is in Unix seconds. */
export function eventRowOf(
  { type, scope, ref, body = {} }: NewEvent,
  actor: number,
  now: number,
): Omit<EventRow, 'seq'> {
  return {
    type,
    scope_kind: scope.kind,
    scope_id: scope.id,
    ref_kind: ref.kind,
    ref_id: ref.id,
    actor_id: actor,
    body: JSON.stringify(body),
    created_at: now,
  };
}
