import { session } from '../api';
import { Part } from './part.svelte';
import { parts } from './parts.svelte';

/** The shell around every view, which only signed-in people need. */
export const shell = new Part(() => import('./Shell.svelte'));

/** Loads what the person sees first: the shell, or the pages before sign-in. Await it before rendering anything. */
export function fetchFirst(): Promise<void> {
  return (session.signedIn ? shell : parts.entrances).fetch();
}
