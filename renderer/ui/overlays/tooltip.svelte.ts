import type { Attachment } from 'svelte/attachments';

/** What the one TooltipHost shows now. */
export type ShownTooltip = { anchor: HTMLElement; label: string; keys: string | undefined };

/** Milliseconds under the pointer before a tooltip appears; at once while another was shown just now. */
const waitBefore = 450;
const waitBetween = 300;

class TooltipState {
  #shown = $state.raw<ShownTooltip | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hiddenAt = -Infinity;

  get shown(): ShownTooltip | null {
    return this.#shown;
  }

  /** Shows after the usual wait, or at once (`soon`) for the keyboard. */
  show(tooltip: ShownTooltip, soon = false): void {
    clearTimeout(this.#timer);
    const recently = performance.now() - this.#hiddenAt < waitBetween || this.#shown !== null;
    if (soon || recently) this.#shown = tooltip;
    else this.#timer = setTimeout(() => (this.#shown = tooltip), waitBefore);
  }

  /** Keeps what is shown: the pointer has moved onto the tooltip itself. */
  keep(): void {
    clearTimeout(this.#timer);
  }

  /** Hides after a moment, so that the pointer may reach the tooltip; `now` for Escape, a press, an element gone. */
  hide(now = false): void {
    clearTimeout(this.#timer);
    const hide = () => {
      if (this.#shown) this.#hiddenAt = performance.now();
      this.#shown = null;
    };
    if (now) hide();
    else this.#timer = setTimeout(hide, 80);
  }
}

/** The state that TooltipHost shows. */
export const tooltipState = new TooltipState();

/**
 * `{@attach tooltip('Search', 'Ctrl K')}`: words beside an element under the pointer or the keyboard's focus. They are for
 * eyes only: the element has its own name. Nothing appears without a TooltipHost in the page.
 */
export function tooltip(label: string, keys?: string): Attachment<HTMLElement> {
  return (anchor) => {
    const shown = { anchor, label, keys };
    const enter = (event: PointerEvent) => {
      if (event.pointerType !== 'touch') tooltipState.show(shown);
    };
    const focus = () => {
      if (anchor.matches(':focus-visible')) tooltipState.show(shown, true);
    };
    const leave = () => tooltipState.hide();
    const press = () => tooltipState.hide(true);
    anchor.addEventListener('pointerenter', enter);
    anchor.addEventListener('pointerleave', leave);
    anchor.addEventListener('pointerdown', press);
    anchor.addEventListener('focus', focus);
    // Not at once: an element that is taken away while it has the focus says so in the middle of the page's update.
    anchor.addEventListener('blur', leave);
    return () => {
      anchor.removeEventListener('pointerenter', enter);
      anchor.removeEventListener('pointerleave', leave);
      anchor.removeEventListener('pointerdown', press);
      anchor.removeEventListener('focus', focus);
      anchor.removeEventListener('blur', leave);
      if (tooltipState.shown?.anchor === anchor) tooltipState.hide(true);
    };
  };
}
