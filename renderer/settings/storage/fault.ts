import { tick } from 'svelte';

/** Brings the focus to the first field that was found wrong: after a form was sent, once the fault is shown. */
export async function focusFault(root: ParentNode | null | undefined): Promise<void> {
  await tick();
  root?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
