import type { Desk as DeskRecord, DeskChange } from '../../../shared/bridge';
import type { Bridge } from '../../../shared/channels';

/** How the desktop app is integrated into this computer. Does nothing in a browser. */
class Desk {
  readonly #bridge = (window as { courtyard?: Bridge }).courtyard;
  #now = $state.raw<DeskRecord>({
    ...{ opensAtLogin: null, keepsInTray: null, checksSpelling: null },
    hasRecovered: false,
  });

  /** The last known settings; a setting that is null is not available on this computer. Reactive. */
  get now(): DeskRecord {
    return this.#now;
  }

  /** Loads the settings. Returns true, once, if the app crashed and was restarted. */
  async read(): Promise<boolean> {
    if (!this.#bridge) return false;
    this.#now = await this.#bridge.desk();
    return this.#now.hasRecovered;
  }

  /** Changes a setting. Throws if it could not be saved; the settings then stay as they were. */
  async change(change: DeskChange): Promise<void> {
    if (this.#bridge) this.#now = await this.#bridge.desk(change);
  }
}

/** The desktop integration, shared by all pages. */
export const desk = new Desk();
