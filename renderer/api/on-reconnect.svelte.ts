import { untrack } from 'svelte';
import { connection } from './connection.svelte';

/** Calls `action` whenever the connection to the host was lost and is back. Returns the function that stops it. */
export function onReconnect(action: () => void): () => void {
  let wasLost = false;
  return $effect.root(() => {
    $effect(() => {
      const isBack = connection.isConnected && wasLost;
      wasLost = !connection.isConnected;
      if (isBack) untrack(action);
    });
  });
}
