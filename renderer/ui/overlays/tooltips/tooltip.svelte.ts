import type { Attachment } from 'svelte/attachments';

/** The content of the visible tooltip. */
export type ShownTooltip = { anchor: HTMLElement; label: string; keys: string | undefined };

/**
 * Milliseconds of hovering before a tooltip appears. There is no delay within `waitBetween` after another was visible.
 */
const waitBefore = 450;
const waitBetween = 300;

class TooltipState {
  /** The tooltips of all elements that have one. */
  readonly #tooltips = new WeakMap<EventTarget, ShownTooltip>();
  #shown = $state.raw<ShownTooltip | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whose tooltip appears after the delay. */
  #awaited: HTMLElement | undefined;
  #hiddenAt = -Infinity;
  #pressed: { x: number; y: number } | undefined;

  get shown(): ShownTooltip | null {
    return this.#shown;
  }

  /**
   * Shows tooltips while the pointer and the focus move in a page; returns a function that stops it. The page listens
   * for all its elements: thousands of rows that come and go would take long to listen themselves.
   */
  listen(page: Document): () => void {
    const listening = new AbortController();
    // Entering, leaving and focus don't bubble.
    const options = { capture: true, signal: listening.signal };
    page.addEventListener('pointerenter', (event) => this.#enter(event), options);
    page.addEventListener('focus', (event) => this.#focus(event), options);
    // Hide with a delay: removing a focused element emits `blur` in the middle of a DOM update.
    for (const type of ['pointerleave', 'blur'])
      page.addEventListener(type, ({ target }) => this.#of(target) && this.hide(), options);
    for (const type of ['pointerdown', 'pointerup'] as const)
      page.addEventListener(type, (event) => this.#press(event), options);
    return () => listening.abort();
  }

  /** Gives an element a tooltip, instead of an earlier one. */
  add(tooltip: ShownTooltip): void {
    this.#tooltips.set(tooltip.anchor, tooltip);
  }

  /** Shows a tooltip after the usual delay, or immediately (`soon`) for keyboard focus. */
  #show(tooltip: ShownTooltip, soon = false): void {
    this.#stopTimer();
    const recently = performance.now() - this.#hiddenAt < waitBetween || this.#shown !== null;
    if (soon || recently) this.#shown = tooltip;
    else {
      this.#awaited = tooltip.anchor;
      this.#timer = setTimeout(() => (this.#shown = tooltip), waitBefore);
    }
  }

  /** Cancels hiding, because the pointer has moved onto the tooltip itself. */
  keep(): void {
    this.#stopTimer();
  }

  /** Removes the tooltip of an element that is removed itself, which the pointer never leaves. */
  remove(anchor: HTMLElement): void {
    this.#tooltips.delete(anchor);
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

  #of(target: EventTarget | null): ShownTooltip | undefined {
    return target === null ? undefined : this.#tooltips.get(target);
  }

  #enter({ target, pointerType, clientX, clientY }: PointerEvent): void {
    const tooltip = this.#of(target);
    // A pointer that rests since a press has entered what has just appeared under it.
    const isResting = this.#pressed?.x === clientX && this.#pressed.y === clientY;
    if (tooltip && pointerType !== 'touch' && !isResting) this.#show(tooltip);
  }

  #focus({ target }: FocusEvent): void {
    const tooltip = this.#of(target);
    if (tooltip?.anchor.matches(':focus-visible')) this.#show(tooltip, true);
  }

  #press({ target, clientX: x, clientY: y }: MouseEvent): void {
    let element = target instanceof Element ? target : null;
    while (element && !this.#of(element)) element = element.parentElement;
    if (!element) return;
    this.#pressed = { x, y };
    this.hide(true);
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
    tooltipState.add({
      anchor,
      get label() {
        return typeof label === 'string' ? label : label();
      },
      keys,
    });
    return () => tooltipState.remove(anchor);
  };
}
