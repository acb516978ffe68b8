/**
 * Leaves the focus where an entry of the menu has moved it, such as to a field for a new name. Otherwise it returns to
 * what opened the menu.
 */
export function leaveMovedFocus(event: Event): void {
  const focused = document.activeElement;
  if (focused && focused !== document.body && !focused.closest('[role=menu]')) event.preventDefault();
}
