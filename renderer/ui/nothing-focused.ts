/** Whether no element has the focus: after a click beside a menu, or when the focused element was removed. */
export function isNothingFocused(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body;
}
