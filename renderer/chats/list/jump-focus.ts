import type { Row } from '../conversation/rows';
import { elementOf } from './list-frames';

/** Focuses the message of a row, if it is mounted. */
export function focusMessage(view: HTMLElement, row: Row): void {
  const message = elementOf(view, row)?.querySelector<HTMLElement>('[data-message]');
  message?.focus({ preventScroll: true });
}

/**
 * Whether the message that a jump led to may take the focus: not from an overlay that was opened meanwhile, nor from
 * the search of the chat, in which the person goes from hit to hit.
 */
export function mayFocusJumped(): boolean {
  return !document.activeElement?.closest(KEEPS_FOCUS);
}

/** A closing overlay gives the focus away itself. */
const KEEPS_FOCUS =
  '[role=search], :is([role=dialog], [role=alertdialog], [role=menu], [role=listbox]):not([data-state=closed])';
