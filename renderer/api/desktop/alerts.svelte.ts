import { parseQuietHours, defaultQuietHours, type QuietHours } from '../../../shared/alerts/quiet-hours';
import type { AlertChoices } from '../../../shared/alerts/rules';
import type { Alert } from '../../../shared/alerts/alert';
import type { AlertAnswer } from '../../../shared/bridge';
import { me } from '../me.svelte';
import { session } from '../session.svelte';
import { readStored, store } from '../storage';
import { systemAlerts, type AlertPermission } from './system-alerts';

/** The notification settings of this device. */
type Choices = Omit<AlertChoices, 'quietHours' | 'doNotDisturb'>;

/** The quiet hours stored on this device, and the person they belong to. */
interface KeptQuiet {
  person: number;
  hours: QuietHours;
}

/** System notifications: whether they are on, what they show, and the quiet hours. */
class Alerts {
  readonly #system = systemAlerts();
  #choices = $state.raw<Choices>({ ...ALL, ...readStored<Partial<Choices>>(STORAGE_KEY) });
  #permission = $state<AlertPermission>(this.#system.permission());
  #quiet = $state.raw(readStored<Partial<KeptQuiet>>(QUIET_KEY));
  readonly #quietHours = $derived(
    (this.#quiet?.person === session.id && parseQuietHours(this.#quiet.hours)) || defaultQuietHours,
  );

  constructor() {
    this.#system.onPermission(() => (this.#permission = this.#system.permission()));
  }

  /** Whether this device shows notifications. Reactive. */
  get isOn(): boolean {
    return this.#choices.isOn && this.#permission === 'granted';
  }
  /** Whether notifications show the sender and the text, not only that something arrived. Reactive. */
  get showsText(): boolean {
    return this.#choices.showsText;
  }
  get sounds(): boolean {
    return this.#choices.sounds;
  }
  /** The permission granted by the system or browser. Reactive. */
  get permission(): AlertPermission {
    return this.#permission;
  }

  /**
   * The hours without pop-up notifications. The setter stores them on this device only; its caller syncs them to the
   * person's other devices. Reactive.
   */
  get quietHours(): QuietHours {
    return this.#quietHours;
  }
  set quietHours(hours: QuietHours) {
    this.#quiet = { person: session.id, hours };
    store(QUIET_KEY, this.#quiet);
  }

  /** Saves settings on this device. Turning notifications on makes the browser ask for permission, once. */
  async choose(part: Partial<Choices>): Promise<void> {
    this.#choices = { ...this.#choices, ...part };
    store(STORAGE_KEY, this.#choices);
    if (part.isOn && this.#permission === 'asked') await this.#system.ask();
    this.#permission = this.#system.permission();
  }

  /** All settings that decide which notifications appear and how. Reactive. */
  get choices(): AlertChoices {
    const doNotDisturb = me.person?.OnlineStatus === 'dont_disturb';
    return { ...this.#choices, isOn: this.isOn, quietHours: this.quietHours, doNotDisturb };
  }

  /**
   * Sends the settings to the desktop program, which uses them while the pages are hidden. `language` is the interface
   * language of the pages.
   */
  tellProgram(language: string): void {
    this.#system.choose({ ...this.choices, language });
  }

  show(alert: Alert): void {
    this.#system.show(alert);
  }

  /** Closes a notification whose content was seen. */
  end(tag: string): void {
    this.#system.end(tag);
  }

  /** Subscribes to clicks on notifications and replies to them. Returns the function that unsubscribes. */
  onAnswer(listener: (answer: AlertAnswer) => void): () => void {
    return this.#system.onAnswer(listener);
  }

  /** Shows the number of unread messages on the app icon. */
  badge(count: number): void {
    this.#system.badge(count);
  }
}

const ALL: Choices = { isOn: true, showsText: true, sounds: true };
const STORAGE_KEY = 'courtyard.alerts';
const QUIET_KEY = 'courtyard.quietHours';

/** The notification settings, shared by all pages. */
export const alerts = new Alerts();
