/**
 * Puts words on the clipboard. A page that came over plain HTTP from the network has no clipboard of its own, so that there
 * the words are selected and copied as by hand. Throws where neither is allowed.
 */
export async function copyText(text: string): Promise<void> {
  if (isSecureContext) return navigator.clipboard.writeText(text);
  const before = document.activeElement;
  const box = document.createElement('textarea');
  box.value = text;
  box.className = 'visually-hidden';
  // A dialog keeps the focus inside itself.
  (before?.closest('[role=dialog]') ?? document.body).append(box);
  box.select();
  const isDone = document.execCommand('copy');
  box.remove();
  if (before instanceof HTMLElement) before.focus();
  if (!isDone) throw new Error('this browser does not let a page copy');
}
