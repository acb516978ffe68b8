import { Virtualizer as untyped, type VirtualizerHandle, type VirtualizerProps } from 'virtua/svelte';
import type { SvelteComponent } from 'svelte';

/** A virtual list. The package has its types only in Svelte source, which the native type checker doesn't read. */
export const Virtualizer = untyped as unknown as new <T>(options: {
  target?: unknown;
  props?: VirtualizerProps<T>;
}) => SvelteComponent<VirtualizerProps<T>> & VirtualizerHandle;
