import type { Attachment } from 'svelte/attachments';

/**
 * For a list that moves its lines in the page, by which the one with the keyboard loses the focus: `reach` is to bring it back.
 */
export function keptFocus(reach: () => void): Attachment<HTMLElement> {
  return (list) => {
    let hasKeyboard = false;
    const follow = ({ target }: Event) => (hasKeyboard = list.contains(target as Node));
    const watch = new MutationObserver(() => {
      if (hasKeyboard && document.activeElement === document.body) reach();
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
