import type * as BitsOverlays from './bits-overlays';
// Follows the keyboard from the start, before the overlays are loaded.
import './opening-key';

type Overlays = typeof BitsOverlays;

/**
 * The overlays that are made of bits-ui. They are a tenth of all script and show nothing before a click, so they are
 * loaded while the browser is idle, or when the first of them opens.
 */
class LoadedOverlays {
  #parts = $state.raw<Overlays>();

  /** The components; undefined until loaded. Reactive. */
  get parts(): Overlays | undefined {
    return this.#parts;
  }

  /** Loads the components; rejects if that fails. */
  async load(): Promise<void> {
    this.#parts ??= await import('./bits-overlays');
  }

  /** Loads the components for an overlay that opens. If that fails, calls `onfail` and rejects all the same. */
  async loadFor(onfail?: () => void): Promise<void> {
    try {
      await this.load();
    } catch (error) {
      onfail?.();
      throw error;
    }
  }
}

export const overlays = new LoadedOverlays();
