// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { tooltip, tooltipState } from '../../../../renderer/ui/overlays/tooltips/tooltip.svelte';

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  onTestFinished(tooltipState.listen(document));
});

/** An element with a tooltip. */
function anchor(): HTMLElement {
  const element = document.body.appendChild(document.createElement('button'));
  onTestFinished(tooltip('Record')(element) as () => void);
  return element;
}

const at = (type: string, clientX: number) =>
  new PointerEvent(type, { clientX, clientY: 20, pointerType: 'mouse' });

test('what appears under a pointer that rests since a press shows no tooltip until it is entered', () => {
  anchor().dispatchEvent(at('pointerup', 10));
  const next = anchor();
  next.dispatchEvent(at('pointerenter', 10));
  vi.advanceTimersByTime(1_000);
  expect(tooltipState.shown).toBeNull();
  next.dispatchEvent(at('pointerleave', 40));
  next.dispatchEvent(at('pointerenter', 39));
  vi.advanceTimersByTime(1_000);
  expect(tooltipState.shown?.label).toBe('Record');
});

test('the pointer shows the tooltip of what it enters, not of what is around it, and hides it by a press within', () => {
  const element = anchor();
  const icon = element.appendChild(document.createElement('i'));
  icon.dispatchEvent(at('pointerenter', 70));
  vi.advanceTimersByTime(1_000);
  expect(tooltipState.shown).toBeNull();
  element.dispatchEvent(at('pointerenter', 71));
  vi.advanceTimersByTime(1_000);
  expect(tooltipState.shown?.anchor).toBe(element);
  icon.dispatchEvent(new PointerEvent('pointerdown', { clientX: 71, clientY: 20, bubbles: true }));
  expect(tooltipState.shown).toBeNull();
});

test.each([
  ['appears', 100],
  ['stays', 1_000],
])('nothing %s of an element that was removed after %i ms', (_what, hovered) => {
  const element = document.body.appendChild(document.createElement('button'));
  const remove = tooltip('Sent at noon')(element) as () => void;
  // Right after another tooltip this one would need no delay.
  vi.advanceTimersByTime(10_000);
  element.dispatchEvent(at('pointerenter', 60));
  vi.advanceTimersByTime(hovered);
  expect(tooltipState.shown?.anchor === element).toBe(hovered > 450);
  remove();
  vi.advanceTimersByTime(1_000);
  expect(tooltipState.shown).toBeNull();
});
