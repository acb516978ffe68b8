import type { Attachment } from 'svelte/attachments';
import { isNothingFocused } from '../../ui';

/**
 * Attachment for a list that moves its rows in the DOM, which makes the focused row lose the focus: calls `refocus` to
 * restore it.
 */
export function preserveFocus(refocus: () => void): Attachment<HTMLElement> {
  return (list) => {
    let hasKeyboard = false;
    const follow = ({ target }: Event) => (hasKeyboard = list.contains(target as Node));
    const watch = new MutationObserver(() => {
      if (hasKeyboard && isNothingFocused()) refocus();
    });
    addEventListener('focusin', follow);
    addEventListener('pointerdown', follow);
    watch.observe(list, { childList: true, subtree: true });
    return () => {
      removeEventListener('focusin', follow);
      removeEventListener('pointerdown', follow);
      watch.disconnect();
    };
  };
}
