import { tick } from 'svelte';

/**
 * Focuses the first invalid field under `root`. Waits for the next render, so that the errors of a submit are shown.
 */
export async function focusInvalidField(root: ParentNode | null | undefined): Promise<void> {
  await tick();
  root?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
