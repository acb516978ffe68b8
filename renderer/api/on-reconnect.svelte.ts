import { untrack } from 'svelte';
import { connection } from './connection.svelte';

/**
 * Calls `action` whenever the connection to the host was lost and is back. By default a connection that was never there
 * also counts as lost. Returns the function that stops it.
 */
export function onReconnect(
  action: () => void,
  isLost: () => boolean = () => !connection.isConnected,
): () => void {
  let wasLost = false;
  return $effect.root(() => {
    $effect(() => {
      const isBack = connection.isConnected && wasLost;
      wasLost = isLost();
      if (isBack) untrack(action);
    });
  });
}
