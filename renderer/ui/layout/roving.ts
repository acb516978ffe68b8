import type { Attachment } from 'svelte/attachments';

/**
 * The index of the row, of `count`, that a key leads to from another one; -1 for none. `page` rows fill the view;
 * without it, page keys lead nowhere.
 */
export function indexAfter(key: string, from: number, count: number, page = 0): number {
  if (key === 'ArrowUp') return from - 1;
  if (key === 'ArrowDown') return from + 1;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (page && key === 'PageUp') return Math.max(0, from - page);
  if (page && key === 'PageDown') return Math.min(count - 1, from + page);
  return -1;
}

/** How many rows a page key moves by in the element that scrolls them. */
export function rowsInPage(scroller: HTMLElement | undefined, row: HTMLElement): number {
  return Math.max(1, Math.floor((scroller?.clientHeight ?? 0) / (row.offsetHeight || 1)) - 1);
}

/**
 * `{@attach roving}` gives the `data-row` elements in a container a roving tabindex: Tab reaches one of them, the
 * arrow keys, Home and End move between them. Rows may be added and removed.
 */
export const roving: Attachment<HTMLElement> = (list) => {
  const rows = () => [...list.querySelectorAll<HTMLElement>('[data-row]')];

  const choose = (chosen: HTMLElement | undefined) => {
    for (const row of rows()) row.tabIndex = row === chosen ? 0 : -1;
  };
  const chooseUsual = () => {
    const all = rows();
    const current = all.filter((row) => row.tabIndex === 0);
    if (current.length === 1) return;
    choose(all.find((row) => row.matches('[aria-current]')) ?? all[0]);
  };
  const focus = (event: FocusEvent) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-row]');
    if (row && list.contains(row)) choose(row);
  };
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const from = document.activeElement;
    if (!(from instanceof HTMLElement) || !from.matches('[data-row]')) return;
    const all = rows();
    const to = all[indexAfter(event.key, all.indexOf(from), all.length)];
    if (!to) return;
    event.preventDefault();
    to.focus();
    to.scrollIntoView({ block: 'nearest' });
  };

  chooseUsual();
  const observer = new MutationObserver(chooseUsual);
  observer.observe(list, { childList: true, subtree: true });
  list.addEventListener('focusin', focus);
  list.addEventListener('keydown', press);
  return () => {
    observer.disconnect();
    list.removeEventListener('focusin', focus);
    list.removeEventListener('keydown', press);
  };
};
