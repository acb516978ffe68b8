import type { ServerEvent, ServerEventListener } from '../../shared/client/event-client';
import type { ClientCommand } from '../../shared/events';
import { call, events } from './call';
import { session } from './session.svelte';

export type { ServerEvent, ServerEventListener } from '../../shared/client/event-client';

/**
 * Passes every event to a listener, and `reset` when all shown data must be reloaded. Returns the function that
 * unsubscribes: `$effect(() => on(...))`. State that is loaded by calls uses `EventSubscription`.
 */
export function on(listener: ServerEventListener): () => void {
  return events.on(listener);
}

/**
 * Whether an event makes what is shown outdated, so that it must be loaded again: events were missed, or an account was
 * removed, with all that it had stored and shared.
 */
export function isOutdating(event: ServerEvent): boolean {
  return event.Type === 'reset' || (event.Type === 'profile' && event.User.Deleted);
}

/**
 * Receives the events of a wall also if the person doesn't follow it, until the returned function is called. `onMissed`
 * is called when some may have been missed.
 */
export function watchWall(owner: number, onMissed: () => void): () => void {
  const before = events.cursor?.seq ?? -1;
  return events.watchWall(owner, (seq) => seq > before && onMissed());
}

/** Passes an event to all listeners as if the host had sent it: one that was built from the answer to a write. */
export function emit(event: ServerEvent): void {
  events.emit(event);
}

/** Sends a command to the host, for example that the person is typing. Dropped while there is no connection. */
export function sendCommand(command: ClientCommand): void {
  events.send(command);
}

/** Reconnects a lost connection at once. */
export function reconnect(): void {
  events.reconnect();
}

/** Ends the session on the host, and on this device even if the host can't be reached. */
export async function signOut(): Promise<void> {
  const ended = call('account.logout', {}, { attempts: 1 }).catch(() => undefined);
  session.end('signed_out');
  await ended;
}

/**
 * Receives events for the signed-in person, also after a change of session. Call it once, before any component loads
 * data.
 */
export function start(): void {
  events.setOwner(session.signedIn);
  $effect.root(() => {
    $effect(() => events.setOwner(session.signedIn));
  });
}

// Reconnects without waiting for the next attempt when the network or the window comes back.
addEventListener('online', () => events.reconnect());
addEventListener('offline', () => events.probe());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') events.reconnect();
});
