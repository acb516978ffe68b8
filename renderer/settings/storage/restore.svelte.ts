import type { Output } from '../../../shared/contract';
import { Attempt, call, on, ReadOrder } from '../../api';

export type RestoreState = Output<'admin.restore'>;
export type RestoreSource = Output<'admin.restoreSources'>[number];

/** Restoring a backup: which ones there are, the check of the selected one, and the last restore. Owner only. */
export class Restore {
  readonly loading = new Attempt();
  readonly changing = new Attempt();
  readonly #order = new ReadOrder();
  passphrase = $state('');
  #state = $state.raw<RestoreState | null>(null);
  #sources = $state.raw<readonly RestoreSource[] | null>(null);
  #selected = $state('');
  #isShown = $state(true);
  #requestedAfter = $state<number | null>(null);

  /** Null until loaded. */
  get state(): RestoreState | null {
    return this.#state;
  }

  get sources(): readonly RestoreSource[] | null {
    return this.#sources;
  }

  /** The key of the selected backup. */
  get selected(): string {
    return this.#selected;
  }

  set selected(key: string) {
    this.#selected = key;
    this.passphrase = '';
    this.#isShown = false;
  }

  get source(): RestoreSource | undefined {
    return this.#sources?.find((source) => keyOf(source) === this.#selected);
  }

  /** The checked backup, if it is the selected one. */
  get checked(): RestoreState['Checked'] {
    return this.#isShown ? (this.#state?.Checked ?? null) : null;
  }

  get failure(): RestoreState['Failure'] {
    return this.#isShown ? (this.#state?.Failure ?? '') : '';
  }

  /** Whether the host restarts: its answers are of the time before, or there are none. */
  get isRestarting(): boolean {
    return this.#requestedAfter !== null;
  }

  /** Whether the state changes by itself, so that it must be asked for. */
  get isRunning(): boolean {
    return this.isRestarting || this.#state?.Checking === true;
  }

  load(): Promise<boolean> {
    return this.loading.run(async () => this.#accept(await this.#order.read(() => call('admin.restore'))));
  }

  /**
   * Loads the state, and again once the host was restarted, as after a restore from another window. Returns a function
   * that unsubscribes.
   */
  follow(): () => void {
    void this.load();
    return on((event) => {
      if (event.Type === 'reset') void this.load();
    });
  }

  /** Loads the backups and selects the newest, without an earlier check. */
  async open(): Promise<void> {
    this.changing.clear();
    await this.changing.run(async () => this.#list(await call('admin.restoreSources')));
  }

  /** Opens a dialog of the host and selects the newest backup of what is chosen. */
  async choose(kind: 'folder' | 'file'): Promise<void> {
    await this.changing.run(async () => {
      const sources = await call('admin.chooseRestoreSource', { kind });
      const found = sources.find(({ Source }) => Source === 'chosen');
      this.#list(sources, found);
    });
  }

  async check(): Promise<void> {
    const { source, passphrase } = this;
    if (!source) return;
    await this.changing.run(async () => {
      const input = { source: source.Source, name: source.Name, passphrase };
      this.#accept(await this.#order.change(() => call('admin.checkRestore', input)));
      this.#isShown = true;
    });
  }

  /** Back to the list of backups. */
  leaveCheck(): void {
    this.#isShown = false;
    this.changing.clear();
  }

  /** Restores the checked backup. Returns true if the host will do it. */
  restore(): Promise<boolean> {
    const made = this.checked?.Timestamp ?? 0;
    return this.#request(() => call('admin.restoreBackup', { made }));
  }

  undo(): Promise<boolean> {
    return this.#request(() => call('admin.undoRestore'));
  }

  /** Cancels a requested restore or undo. Returns true if it won't be done. */
  async cancel(): Promise<boolean> {
    const isCancelled = await this.changing.run(async () => {
      this.#state = await this.#order.change(() => call('admin.cancelRestore'));
    });
    if (!isCancelled) await this.load();
    return isCancelled;
  }

  #request(send: () => Promise<RestoreState>): Promise<boolean> {
    const before = this.#state?.Last?.Timestamp ?? 0;
    return this.changing.run(async () => {
      const state = await this.#order.change(send);
      this.#state = state;
      this.#requestedAfter = state.Restarts ? before : null;
    });
  }

  #list(sources: readonly RestoreSource[], selected = sources[0]): void {
    this.#sources = sources;
    this.selected = selected ? keyOf(selected) : '';
  }

  #accept(state: RestoreState): void {
    this.#state = state;
    const isDone = !state.Requested && (state.Last?.Timestamp ?? 0) > (this.#requestedAfter ?? Infinity);
    if (isDone) this.#requestedAfter = null;
  }
}

/** Identifies a backup among the sources. */
export function keyOf({ Source, Name }: RestoreSource): string {
  return `${Source} ${Name}`;
}
