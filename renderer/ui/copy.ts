/**
 * Copies text to the clipboard. A page loaded over plain HTTP has no clipboard API, so it selects the text in a hidden
 * field and runs the browser's copy command. Throws if neither is allowed.
 */
export async function copyText(text: string): Promise<void> {
  if (isSecureContext) return navigator.clipboard.writeText(text);
  const before = document.activeElement;
  const box = document.createElement('textarea');
  box.value = text;
  box.className = 'visually-hidden';
  // A dialog traps the focus, so the field must be inside it.
  (before?.closest('[role=dialog]') ?? document.body).append(box);
  box.select();
  const isDone = document.execCommand('copy');
  box.remove();
  if (before instanceof HTMLElement) before.focus();
  if (!isDone) throw new Error('this browser does not let a page copy');
}
