import { session } from '../../api';
import { readStored, store } from '../../api/storage';

/** Returns the draft stored on this device for a place ("comments 9", "wall 5"), if any. */
export function draftAt<Draft>(place: string): Draft | undefined {
  return readStored<Draft>(keyOf(place));
}

/** Stores a draft; undefined deletes it. */
export function storeDraft(place: string, draft: unknown): void {
  store(keyOf(place), draft);
}

function keyOf(place: string): string {
  return `courtyard.posts.${session.id}.${place}`;
}
