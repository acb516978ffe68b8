import { parseQuietHours, defaultQuietHours, type QuietHours } from '../../../shared/alerts/quiet-hours';
import type { AlertChoices } from '../../../shared/alerts/rules';
import type { Alert } from '../../../shared/alerts/alert';
import type { AlertAnswer } from '../../../shared/bridge';
import { session } from '../session.svelte';
import { readStored, store } from '../storage';
import { systemAlerts, type AlertPermission } from './system-alerts';

/** What the person chose for this device. */
type Choices = Omit<AlertChoices, 'quietHours'>;

/** The quiet hours as this device knows them, and whose they are: others who sign in here have their own. */
interface KeptQuiet {
  person: number;
  hours: QuietHours;
}

/** Notifications of the system: whether there are any, what they show, and when nothing is to pop up. */
class Alerts {
  readonly #system = systemAlerts();
  #choices = $state.raw<Choices>({ ...ALL, ...readStored<Partial<Choices>>(STORAGE_KEY) });
  #permission = $state<AlertPermission>(this.#system.permission());
  #quiet = $state.raw(readStored<Partial<KeptQuiet>>(QUIET_KEY));
  readonly #quietHours = $derived(
    (this.#quiet?.person === session.id && parseQuietHours(this.#quiet.hours)) || defaultQuietHours,
  );

  /** They are shown on this device. Reactive. */
  get isOn(): boolean {
    return this.#choices.isOn && this.#permission === 'granted';
  }
  /** Who writes and what is shown, not only that somebody does. Reactive. */
  get showsText(): boolean {
    return this.#choices.showsText;
  }
  get sounds(): boolean {
    return this.#choices.sounds;
  }
  /** What the system or browser says to them. Reactive. */
  get permission(): AlertPermission {
    return this.#permission;
  }

  /** When nothing is to pop up; goes with the person to their other devices, by whoever sets it. Reactive. */
  get quietHours(): QuietHours {
    return this.#quietHours;
  }
  set quietHours(hours: QuietHours) {
    this.#quiet = { person: session.id, hours };
    store(QUIET_KEY, this.#quiet);
  }

  /** Keeps a choice on this device; who turns them on is asked by the browser, once. */
  async choose(part: Partial<Choices>): Promise<void> {
    this.#choices = { ...this.#choices, ...part };
    store(STORAGE_KEY, this.#choices);
    if (part.isOn && this.#permission === 'asked') await this.#system.ask();
    this.#permission = this.#system.permission();
  }

  /** All that decides what is told, and how. Reactive. */
  get choices(): AlertChoices {
    return { ...this.#choices, isOn: this.isOn, quietHours: this.quietHours };
  }

  /** Tells the desktop's program what holds for these pages, for while they are not shown; `language` is that of the pages. */
  tellProgram(language: string): void {
    this.#system.choose({ ...this.choices, language });
  }

  /** Shows one. */
  show(alert: Alert): void {
    this.#system.show(alert);
  }

  /** Takes one away: what it told was seen. */
  end(tag: string): void {
    this.#system.end(tag);
  }

  /** Hears of those that are chosen or answered; gives the way to stop. */
  onAnswer(listener: (answer: AlertAnswer) => void): () => void {
    return this.#system.onAnswer(listener);
  }

  /** Puts the number of unread messages on the program's icon. */
  badge(count: number): void {
    this.#system.badge(count);
  }
}

const ALL: Choices = { isOn: true, showsText: true, sounds: true };
const STORAGE_KEY = 'courtyard.alerts';
const QUIET_KEY = 'courtyard.quietHours';

/** The ones of these pages. */
export const alerts = new Alerts();
