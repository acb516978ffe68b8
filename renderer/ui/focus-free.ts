/** Whether nothing has the focus, as after a click beside a menu or when what had it was removed. */
export function isFocusFree(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body;
}
