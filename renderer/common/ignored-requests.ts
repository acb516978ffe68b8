import { call, isInaccessible, me } from '../api';
import { m } from '../i18n/index.svelte';
import { Deletions } from './deletions.svelte';

/** Whether a person's friend request is hidden, because it was ignored just now. Reactive. */
export function isRequestIgnored(person: number): boolean {
  return ignored.has(person);
}

/** Hides a person's friend request and ignores it once the undo toast expires; `ondone` is called after that. */
export function ignoreRequest(person: number, ondone: () => void): void {
  ignored.begin(person, m().people.ignored, async () => {
    await call('people.ignore', { user_id: person }).catch((error: unknown) => {
      // It may have been withdrawn or accepted meanwhile.
      if (!isInaccessible(error)) throw error;
    });
    ondone();
    // They may ask again.
    ignored.forget(person);
    await me.load().catch(() => undefined);
  });
}

/** The friend requests that are being ignored, by the ID of the person who sent them. */
const ignored = new Deletions();
