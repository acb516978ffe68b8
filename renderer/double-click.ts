/**
 * Stops the second half of a double click on a link or button from hitting what has appeared under the pointer after
 * navigation. Call once for the whole page.
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
