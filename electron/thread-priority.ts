import { constants, setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';

/**
 * Lets everything else on the machine run before the calling worker thread, whose result nobody waits for at the
 * screen. Only on Linux, where a thread has a priority of its own: elsewhere the whole program would get slower.
 */
export function lowerThreadPriority(): void {
  if (isMainThread || process.platform !== 'linux') return;
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Then it runs with normal priority.
  }
}
