import { Line, type Listener } from '../../shared/client/line';
import type { ClientCommand } from '../../shared/events';
import { bridge } from './bridge';
import { call, goOver } from './call';
import { connection } from './connection.svelte';
import { http } from './http';
import { session } from './session.svelte';

export type { Heard, Listener } from '../../shared/client/line';

/** Hears every event, and `reset` when what is shown must be read afresh. Gives the way to stop: `$effect(() => on(...))`. */
export function on(listener: Listener): () => void {
  return line.on(listener);
}

/** Says something on the line: that one is typing. Lost while there is no connection. */
export function say(command: ClientCommand): void {
  line.say(command);
}

/** Opens a lost line at once. */
export function reconnect(): void {
  line.tryNow();
}

/** Ends the session on the host too, and forgets it here whatever the host says. */
export async function signOut(): Promise<void> {
  const ended = call('account.logout', {}, { attempts: 1 }).catch(() => undefined);
  session.end('signed_out');
  await ended;
}

/** Opens the line for whoever is signed in, now and later. Called once, before anything is shown that reads. */
export function start(): void {
  line.belongTo(session.signedIn);
  $effect.root(() => {
    $effect(() => line.belongTo(session.signedIn));
  });
}

const transport = bridge() ?? http();
const line = new Line(transport, {
  become: (state) => connection.become(state),
  hear: () => connection.hear(),
  revoked: () => session.end('expired'),
});
// When the network or the window comes back, nobody waits for the next attempt.
addEventListener('online', () => line.tryNow());
addEventListener('offline', () => line.probe());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') line.tryNow();
});
goOver(transport, line);
