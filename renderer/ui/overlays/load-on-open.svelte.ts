import { overlays } from './loaded-overlays.svelte';

/**
 * Loads the overlays of bits-ui when one of them opens for the first time: `parts` are undefined before. Calls `onfail`
 * if they can't be loaded. Call it during component initialization.
 */
export function loadOnOpen(isOpen: () => boolean, onfail: () => void) {
  let wasOpen = $state(false);
  $effect.pre(() => {
    if (!isOpen()) return;
    wasOpen = true;
    void overlays.loadFor(onfail);
  });
  return {
    get parts() {
      return wasOpen ? overlays.parts : undefined;
    },
  };
}
