import type { Attachment } from 'svelte/attachments';
import { isNothingFocused } from '../nothing-focused';

let isByKeyboard = false;
addEventListener('keydown', () => (isByKeyboard = true), { capture: true, passive: true });
addEventListener('pointerdown', () => (isByKeyboard = false), { capture: true, passive: true });

/**
 * An attachment for a list whose entries can be removed by keyboard. When the entry with the focus goes, the one that
 * takes its place gets the focus, otherwise the one before it. If a menu or dialog removed the entry, that happens when
 * it closes. `entry` is a selector of the entries, `focusable` of what gets the focus: the entry itself or something in
 * it. When the last entry goes, what `next` selects around or beside the list gets the focus. An entry that is moved in
 * the list keeps the focus.
 */
export function keepFocus(entry: string, focusable: string, next?: string): Attachment<HTMLElement> {
  return (list) => {
    /** What had the focus last, in which entry, and the entries at that time; undefined once the focus is elsewhere. */
    let last: { focused: Element; entry: HTMLElement; all: HTMLElement[] } | undefined;

    const follow = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      const now = list.contains(target) && target.closest<HTMLElement>(entry);
      if (now) last = { focused: target, entry: now, all: [...list.querySelectorAll<HTMLElement>(entry)] };
      else if (isMovedByTrap(target)) repair(true);
      else if (!target.closest('[role=menu], [role=dialog], [role=alertdialog]')) last = undefined;
    };
    /** Whether the focus trap around the list took the focus that the removed entry had. */
    const isMovedByTrap = (target: Element) =>
      last?.entry.isConnected === false &&
      target === document.activeElement &&
      list.closest('[role=dialog]')?.contains(target);
    const repair = (isTrapped = false) => {
      if (!last || last.entry.isConnected || !(isTrapped || isNothingFocused())) return;
      const { all } = last;
      const index = all.indexOf(last.entry);
      const isHeir = (one: HTMLElement) => list.contains(one) && !one.matches(':disabled');
      const heir = [...all.slice(index), ...all.slice(0, index).reverse()].find(isHeir);
      last = undefined;
      const goal = heir?.matches(focusable) ? heir : heir?.querySelector<HTMLElement>(focusable);
      if (isByKeyboard) (goal ?? (next && !heir ? nextTo(list, next) : undefined))?.focus();
    };

    const observer = new MutationObserver((records) => {
      const focused = last?.focused ?? null;
      const isMoved = ({ removedNodes }: MutationRecord) =>
        [...removedNodes].some((node) => node.contains(focused));
      const wasMoved = focused?.isConnected && isNothingFocused() && records.some(isMoved);
      if (!wasMoved) repair();
      else if (isByKeyboard && focused instanceof HTMLElement) focused.focus();
    });
    observer.observe(list, { childList: true, subtree: true });
    // Menus and dialogs are at the end of the body.
    observer.observe(document.body, { childList: true });
    addEventListener('focusin', follow);
    return () => {
      observer.disconnect();
      removeEventListener('focusin', follow);
    };
  };
}

function nextTo(list: HTMLElement, selector: string): HTMLElement | null | undefined {
  return list.closest<HTMLElement>(selector) ?? list.parentElement?.querySelector<HTMLElement>(selector);
}
