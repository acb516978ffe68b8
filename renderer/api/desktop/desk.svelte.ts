import type { Desk as DeskRecord, DeskSettings } from '../../../shared/desk';
import type { Bridge } from '../../../shared/channels';

/** How the desktop app is integrated into this computer. Does nothing in a browser. */
class Desk {
  readonly #bridge = (window as { courtyard?: Bridge }).courtyard;
  #now = $state.raw<DeskRecord>({
    ...{ opensAtLogin: null, keepsInTray: null, checksSpelling: null },
    ...{ hasRecovered: false, hasStoppedMusic: false },
  });

  /** The last known settings; a setting that is null is not available on this computer. Reactive. */
  get now(): DeskRecord {
    return this.#now;
  }

  /** Loads the settings, and returns them with what is reported once. */
  async read(): Promise<DeskRecord> {
    if (this.#bridge) this.#now = await this.#bridge.desk();
    return this.#now;
  }

  /** Reports whether these pages play music, so that those of another community can say that it stopped. */
  async notePlaying(playsMusic: boolean): Promise<void> {
    await this.#bridge?.desk({ playsMusic });
  }

  /** Changes a setting. Throws if it could not be saved; the settings then stay as they were. */
  async change(change: DeskSettings): Promise<void> {
    if (this.#bridge) this.#now = await this.#bridge.desk(change);
  }
}

/** The desktop integration, shared by all pages. */
export const desk = new Desk();
