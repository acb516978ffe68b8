/** Everything that opens above the page and is made of bits-ui; loaded by `loaded-overlays.svelte.ts`. */
export { default as ConfirmWindow } from './ConfirmWindow.svelte';
export { default as ContextMenuSheet } from './ContextMenuSheet.svelte';
export { default as DialogWindow } from './DialogWindow.svelte';
export { default as MenuSheet } from './MenuSheet.svelte';
export { default as PopoverSheet } from './PopoverSheet.svelte';
