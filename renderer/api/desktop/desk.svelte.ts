import type { Desk as DeskRecord, DeskChange } from '../../../shared/bridge';
import type { Bridge } from '../../../shared/channels';

/** How the program lives on this computer; in a browser there is nothing of it. */
class Desk {
  readonly #bridge = (window as { courtyard?: Bridge }).courtyard;
  #now = $state.raw<DeskRecord>({
    ...{ opensAtLogin: null, keepsInTray: null, checksSpelling: null },
    hasRecovered: false,
  });

  /** As far as it is known; what is null can't be chosen here. Reactive. */
  get now(): DeskRecord {
    return this.#now;
  }

  /** Reads it. True when the program had broken down and was opened again, which is told once. */
  async read(): Promise<boolean> {
    if (!this.#bridge) return false;
    this.#now = await this.#bridge.desk();
    return this.#now.hasRecovered;
  }

  /** Throws where it could not be kept: it is as it was then. */
  async change(change: DeskChange): Promise<void> {
    if (this.#bridge) this.#now = await this.#bridge.desk(change);
  }
}

/** The one of these pages. */
export const desk = new Desk();
