import type { Snippet } from 'svelte';
import { overlays } from './loaded-overlays.svelte';

/** The attributes and event handlers of a trigger. */
export type TriggerProps = Record<string, unknown>;

/** The props of a button with a sheet: those of the sheet, and `trigger`, which renders the button. */
export type WithTrigger<SheetProps> = Omit<SheetProps, 'open' | 'ontrigger'> & {
  open?: boolean;
  trigger: Snippet<[TriggerProps]>;
};

/** Returns the attributes of a button whose menu or dialog is closed. */
export function closedButton(popup: 'menu' | 'dialog'): TriggerProps {
  return { type: 'button', 'aria-haspopup': popup, 'aria-expanded': 'false', 'data-state': 'closed' };
}

/**
 * The trigger of a menu or popover. It has attributes of its own until the overlay opens for the first time, and those
 * of bits-ui from then on: an overlay that nobody opens costs next to nothing.
 */
export class OverlayTrigger {
  readonly #own: TriggerProps;
  readonly #isOpen: () => boolean;
  #given = $state.raw<TriggerProps>();
  #isWanted = $state(false);

  /**
   * Call it during component initialization. `own` are the attributes until the overlay is there, `isOpen` says whether
   * it should be open, and `onfail` is called if it could not be loaded.
   */
  constructor(own: TriggerProps, isOpen: () => boolean, onfail: () => void) {
    this.#own = own;
    this.#isOpen = isOpen;
    $effect.pre(() => {
      if (isOpen()) void this.want(onfail);
    });
  }

  /** The attributes for the trigger. Reactive. */
  get props(): TriggerProps {
    return this.#given ?? this.#own;
  }

  /** The components to render the overlay with; undefined while there is nothing to render. Reactive. */
  get parts() {
    return this.#isWanted ? overlays.parts : undefined;
  }

  /** Whether the overlay is open. It can't be placed before bits-ui knows its trigger. Reactive. */
  get isOpen(): boolean {
    return this.#given !== undefined && this.#isOpen();
  }

  /** Loads the overlay and renders it, closed. If it can't be loaded, calls `onfail` and rejects all the same. */
  want(onfail?: () => void): Promise<void> {
    this.#isWanted = true;
    return overlays.loadFor(onfail);
  }

  /** Takes the attributes that bits-ui gives the trigger. */
  readonly take = (props: TriggerProps): void => {
    this.#given = props;
  };
}
