import type {
  DesktopSettings,
  DesktopSettingsChange,
  StoredAppearance,
} from '../../../shared/desktop-settings';

/** The desktop app's settings on this computer, such as opening at login. Does nothing in a browser. */
class Desk {
  readonly #bridge = window.courtyard;
  #settings = $state.raw<DesktopSettings>({
    ...{ opensAtLogin: null, keepsInTray: null, checksSpelling: null },
    ...{ hasRecovered: false, hasStoppedMusic: false },
  });

  /** The last known settings; a setting that is null is not available on this computer. Reactive. */
  get settings(): DesktopSettings {
    return this.#settings;
  }

  /** Loads and returns the settings, with events reported only once, such as a restart after a crash. */
  async load(): Promise<DesktopSettings> {
    if (this.#bridge) this.#settings = await this.#bridge.desk();
    return this.#settings;
  }

  /** Reports whether these pages play music, so that the pages of another community can say that it stopped. */
  async notePlaying(playsMusic: boolean): Promise<void> {
    await this.#bridge?.desk({ playsMusic });
  }

  /** Gives the pages of all communities this appearance when they are loaded next. */
  async shareAppearance(appearance: StoredAppearance): Promise<void> {
    await this.#bridge?.desk({ appearance });
  }

  /** Changes a setting. Throws if it could not be saved; the settings then stay as they were. */
  async change(change: DesktopSettingsChange): Promise<void> {
    if (this.#bridge) this.#settings = await this.#bridge.desk(change);
  }
}

/** The desktop settings, shared by all pages. */
export const desk = new Desk();
