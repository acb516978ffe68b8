import { session } from '../../api';
import { readStored, store } from '../../api/storage';

/** What somebody began to write at a place ("comments 9", "wall 5") and has not sent, on this device. */
export function draftAt<Draft>(place: string): Draft | undefined {
  return readStored<Draft>(keyOf(place));
}

/** Keeps a draft, or with undefined drops it. */
export function keepDraft(place: string, draft: unknown): void {
  store(keyOf(place), draft);
}

function keyOf(place: string): string {
  return `courtyard.posts.${session.id}.${place}`;
}
