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

  /** Loads the components; returns whether they are there. */
  async load(): Promise<boolean> {
    try {
      this.#parts ??= await import('./bits-overlays');
      return true;
    } catch {
      return false;
    }
  }
}

export const overlays = new LoadedOverlays();
