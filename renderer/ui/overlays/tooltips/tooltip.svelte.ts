import type { Attachment } from 'svelte/attachments';

/** The content of the visible tooltip. */
export type ShownTooltip = { anchor: HTMLElement; label: string; keys: string | undefined };

/**
 * Milliseconds of hovering before a tooltip appears. There is no delay within `waitBetween` after another was visible.
 */
const waitBefore = 450;
const waitBetween = 300;

class TooltipState {
  #shown = $state.raw<ShownTooltip | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whose tooltip appears after the delay. */
  #awaited: HTMLElement | undefined;
  #hiddenAt = -Infinity;
  #pressed: { x: number; y: number } | undefined;

  get shown(): ShownTooltip | null {
    return this.#shown;
  }

  /** Shows a tooltip after the usual delay, or immediately (`soon`) for keyboard focus. */
  show(tooltip: ShownTooltip, soon = false): void {
    this.#stopTimer();
    const recently = performance.now() - this.#hiddenAt < waitBetween || this.#shown !== null;
    if (soon || recently) this.#shown = tooltip;
    else {
      this.#awaited = tooltip.anchor;
      this.#timer = setTimeout(() => (this.#shown = tooltip), waitBefore);
    }
  }

  /** Hides the tooltip when the pointer presses something, or releases it. */
  press({ clientX: x, clientY: y }: MouseEvent): void {
    this.#pressed = { x, y };
    this.hide(true);
  }

  /** Whether the pointer has not moved since a press: what it entered has just appeared under it. */
  isResting({ clientX, clientY }: MouseEvent): boolean {
    return this.#pressed?.x === clientX && this.#pressed.y === clientY;
  }

  /** Cancels hiding, because the pointer has moved onto the tooltip itself. */
  keep(): void {
    this.#stopTimer();
  }

  /** Hides the tooltip of a removed element, which the pointer never leaves, or keeps it from appearing. */
  remove(anchor: HTMLElement): void {
    if (this.#shown?.anchor === anchor) this.hide(true);
    else if (this.#awaited === anchor) this.#stopTimer();
  }

  /** Hides the tooltip after a short delay, so that the pointer can reach it; `now` is for Escape or a press. */
  hide(now = false): void {
    this.#stopTimer();
    const hide = () => {
      if (this.#shown) this.#hiddenAt = performance.now();
      this.#shown = null;
    };
    if (now) hide();
    else this.#timer = setTimeout(hide, 80);
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#awaited = undefined;
  }
}

export const tooltipState = new TooltipState();

/**
 * `{@attach tooltip('Search', 'Ctrl K')}` shows a label beside an element on hover or keyboard focus. It is visual
 * only: the element needs an accessible name of its own. Nothing appears without a TooltipHost in the page.
 *
 * A label that takes time to make is a function, called when it is shown.
 */
export function tooltip(label: string | (() => string), keys?: string): Attachment<HTMLElement> {
  return (anchor) => {
    const shown = {
      anchor,
      get label() {
        return typeof label === 'string' ? label : label();
      },
      keys,
    };
    const enter = (event: PointerEvent) => {
      if (event.pointerType !== 'touch' && !tooltipState.isResting(event)) tooltipState.show(shown);
    };
    const focus = () => {
      if (anchor.matches(':focus-visible')) tooltipState.show(shown, true);
    };
    const leave = () => tooltipState.hide();
    const press = (event: MouseEvent) => tooltipState.press(event);
    const listening = new AbortController();
    const { signal } = listening;
    anchor.addEventListener('pointerenter', enter, { signal });
    anchor.addEventListener('pointerleave', leave, { signal });
    anchor.addEventListener('pointerdown', press, { signal });
    anchor.addEventListener('pointerup', press, { signal });
    anchor.addEventListener('focus', focus, { signal });
    // Hide with a delay: removing a focused element emits `blur` in the middle of a DOM update.
    anchor.addEventListener('blur', leave, { signal });
    return () => {
      listening.abort();
      tooltipState.remove(anchor);
    };
  };
}
