/**
 * A double click on what leads elsewhere leads there, and does no more: its second half is not for what has come under the
 * pointer meanwhile. Done once, for the whole page.
 */
export function joinDoubleClicks(): void {
  let first: Element | null = null;
  let address = '';
  const note = ({ target, detail }: MouseEvent) => {
    if (detail > 1 || !(target instanceof Element)) return;
    first = target.closest('a, button, [role]') ?? target;
    address = location.href;
  };
  const judge = (event: MouseEvent) => {
    note(event);
    const isSame = event.target instanceof Node && first?.contains(event.target) !== false;
    if (event.detail < 2 || isSame || address === location.href) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const name of ['mousedown', 'click', 'dblclick'] as const) addEventListener(name, judge, true);
}
