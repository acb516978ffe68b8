import type { AlertAnswer } from '../../shared/bridge';
import { isQuiet, quietHoursIn, usualQuietHours, type QuietHours } from './quiet-hours';
import { session } from './session.svelte';
import { readStored, store } from './storage';
import { systemAlerts, type AlertPermission } from './system-alerts';

/** What the person chose for this device. */
interface Choices {
  isOn: boolean;
  showsWords: boolean;
  sounds: boolean;
}

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
    (this.#quiet?.person === session.id && quietHoursIn(this.#quiet.hours)) || usualQuietHours,
  );

  /** They are shown on this device. Reactive. */
  get isOn(): boolean {
    return this.#choices.isOn && this.#permission === 'granted';
  }
  /** Who writes and what is shown, not only that somebody does. Reactive. */
  get showsWords(): boolean {
    return this.#choices.showsWords;
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

  /** Shows one, unless they are off or it is quiet now. `dialog` is where something was said, and can be answered. */
  show(alert: { tag: string; title: string; body: string; answerWords?: string; dialog?: number }): void {
    if (!this.isOn || isQuiet(this.quietHours, new Date(), alert.dialog)) return;
    const { tag, title, body, answerWords = null } = alert;
    this.#system.show({
      tag,
      title: title.slice(0, MOST_TITLE),
      body: body.slice(0, MOST_BODY),
      isSilent: !this.sounds,
      answerWords,
    });
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

const ALL: Choices = { isOn: true, showsWords: true, sounds: true };
const STORAGE_KEY = 'courtyard.alerts';
const QUIET_KEY = 'courtyard.quietHours';
/** Characters; no system shows more. */
const MOST_TITLE = 100;
const MOST_BODY = 300;

/** The ones of these pages. */
export const alerts = new Alerts();
