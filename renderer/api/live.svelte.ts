import type { ServerEventListener } from '../../shared/client/event-client';
import type { ClientCommand } from '../../shared/events';
import { call, events } from './call';
import { session } from './session.svelte';

export type { ServerEvent, ServerEventListener } from '../../shared/client/event-client';

/**
 * Passes every event to a listener, and `reset` when everything shown must be loaded again. Returns the function that
 * unsubscribes: `$effect(() => on(...))`. State that is loaded by calls uses `EventSubscription`.
 */
export function on(listener: ServerEventListener): () => void {
  return events.on(listener);
}

/** Sends a command to the host, such as that the person is typing. Dropped while there is no connection. */
export function sendCommand(command: ClientCommand): void {
  events.send(command);
}

/** Reconnects a lost connection at once. */
export function reconnect(): void {
  events.reconnect();
}

/** Ends the session on the host too, and forgets it here whatever the host says. */
export async function signOut(): Promise<void> {
  const ended = call('account.logout', {}, { attempts: 1 }).catch(() => undefined);
  session.end('signed_out');
  await ended;
}

/** Receives events for whoever is signed in, now and later. Called once, before anything is shown that reads. */
export function start(): void {
  events.setOwner(session.signedIn);
  $effect.root(() => {
    $effect(() => events.setOwner(session.signedIn));
  });
}

// When the network or the window comes back, nobody waits for the next attempt.
addEventListener('online', () => events.reconnect());
addEventListener('offline', () => events.probe());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') events.reconnect();
});
