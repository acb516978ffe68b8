import { tick } from 'svelte';
import { focusUnlessTouched } from '../../../ui';

/**
 * Replaces the selection of the text box that shows `written.text`, and puts the caret after what was inserted. Without
 * a box it goes to the end.
 */
export async function insertText(
  written: { text: string },
  box: HTMLTextAreaElement | undefined,
  inserted: string,
): Promise<void> {
  const { text } = written;
  const from = box?.selectionStart ?? text.length;
  const to = box?.selectionEnd ?? text.length;
  focusUnlessTouched(box);
  // Deprecated, but the only insertion by script that Ctrl Z takes back.
  if (box && document.activeElement === box && document.execCommand('insertText', false, inserted)) return;
  written.text = text.slice(0, from) + inserted + text.slice(to);
  await tick();
  box?.setSelectionRange(from + inserted.length, from + inserted.length);
}
