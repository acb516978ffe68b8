import { session } from '../api';
import { LazyComponent } from '../ui';
import { lazyViews } from './lazy-views.svelte';

/** The shell around every view, which only signed-in people need. */
export const shell = new LazyComponent(() => import('./Shell.svelte'));

/** Loads what the person sees first: the shell, or the pages before sign-in. Await it before rendering anything. */
export function loadFirst(): Promise<void> {
  return (session.signedIn ? shell : lazyViews.entrances).load();
}
