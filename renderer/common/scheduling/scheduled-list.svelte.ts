import { Attempt, EventSubscription, type Call, type ServerEvent } from '../../api';
import { errorText } from '../../i18n/errors';
import { m } from '../../i18n/index.svelte';
import { toasts } from '../../ui';

/** A scheduled message or post. */
export interface ScheduledEntry {
  id: number;
  text: string;
  /** What it is, if it has no text; and where it appears. */
  note: string;
  time: number;
  /** The error code with which publishing was refused; "" if it waits. */
  refusal: string;
}

/** Where scheduled items come from, and what can be done with them. */
export interface ScheduledSource {
  read: (call: Call) => Promise<ScheduledEntry[]>;
  /** The entry that an event is about; null as `entry` if it is gone. */
  changed: (event: ServerEvent) => { id: number; entry: ScheduledEntry | null } | null;
  edit: (id: number, change: { text: string; timestamp: number }) => Promise<unknown>;
  publish: (id: number) => Promise<unknown>;
  remove: (id: number) => Promise<unknown>;
}

/** The scheduled items of a dialog, or the posts, of the signed-in person, the earliest first. */
export class ScheduledList {
  readonly loading = new Attempt();
  readonly writing = new Attempt();
  readonly #source: ScheduledSource;
  readonly #events = new EventSubscription((event) => this.#handle(event));
  #entries = $state.raw<readonly ScheduledEntry[]>([]);
  #hidden = $state.raw<ReadonlySet<number>>(new Set());
  readonly #shown = $derived(
    this.#entries
      .filter(({ id }) => !this.#hidden.has(id))
      .sort((one, other) => one.time - other.time || one.id - other.id),
  );

  constructor(source: ScheduledSource) {
    this.#source = source;
  }

  get entries(): readonly ScheduledEntry[] {
    return this.#shown;
  }

  /** Loads the list and follows its changes. Returns the function that stops. */
  follow(): () => void {
    this.load();
    return this.#events.open();
  }

  edit(id: number, change: { text: string; timestamp: number }): Promise<boolean> {
    return this.writing.run(() => this.#source.edit(id, change));
  }

  publish(id: number): Promise<boolean> {
    return this.writing.run(() => this.#source.publish(id));
  }

  /** Hides an entry, and removes it once it can no longer be undone. */
  remove(id: number): void {
    const show = () => (this.#hidden = new Set([...this.#hidden].filter((one) => one !== id)));
    this.#hidden = new Set([...this.#hidden, id]);
    const remove = async () => {
      try {
        await this.#source.remove(id);
        this.#put(id, null);
      } catch (error) {
        toasts.show({ message: errorText(error), tone: 'danger' });
      }
      show();
    };
    toasts.show({
      message: m().scheduling.removed,
      undo: { label: m().common.undo, run: show },
      onexpire: () => void remove(),
    });
  }

  load(): void {
    void this.loading.refresh(() =>
      this.#events.request(
        (call) => this.#source.read(call),
        (entries) => (this.#entries = entries),
      ),
    );
  }

  #handle(event: ServerEvent): void {
    if (event.Type === 'reset') return this.load();
    const changed = this.#source.changed(event);
    if (changed) this.#put(changed.id, changed.entry);
  }

  #put(id: number, entry: ScheduledEntry | null): void {
    const others = this.#entries.filter((one) => one.id !== id);
    this.#entries = entry ? [...others, entry] : others;
  }
}
