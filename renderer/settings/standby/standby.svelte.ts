import type { Given } from '../../../shared/client/given';
import type { Output } from '../../../shared/contract';
import { Attempt, call, IdempotentCalls, ReadOrder } from '../../api';

export type StandbyUse = Output<'admin.standby'>;
export type PairingLink = Output<'admin.pairStandby'>;

/** The standby of the community: its state, and the link with which another computer becomes the standby. */
export class StandbyControl {
  readonly loading = new Attempt();
  readonly pairing = new Attempt();
  readonly removing = new Attempt();
  readonly changing = new Attempt();
  readonly #once = new IdempotentCalls();
  readonly #order = new ReadOrder();
  #now = $state.raw<StandbyUse | null>(null);
  #link = $state.raw<PairingLink | null>(null);
  /** The most bytes that were left of the copy that is being made. */
  #total = $state(0);
  /** The choices that were sent and are not confirmed yet. */
  #wanted = $state.raw<Given<'admin.updateStandby'>>({});

  /** Null until loaded. Reactive, like all getters here. */
  get now(): StandbyUse | null {
    return this.#now;
  }

  /** The link that was created here; null before, and once a computer has used it. */
  get link(): PairingLink | null {
    return this.#link;
  }

  /** The progress of the copy that is being made, from 0 to 1; undefined while unknown. */
  get progress(): number | undefined {
    return this.#total > 0 ? 1 - (this.#now?.Behind ?? 0) / this.#total : undefined;
  }

  /** Whether changes wait for the standby, including an unconfirmed choice. */
  get waits(): boolean {
    return this.#wanted.wait ?? this.#now?.Wait ?? false;
  }

  /** Whether the standby makes backups on its own disk, including an unconfirmed choice. */
  get makesBackups(): boolean {
    return this.#wanted.backups ?? this.#now?.Backups.On ?? false;
  }

  load(): Promise<boolean> {
    return this.loading.refresh(async () => this.#show(await this.#order.read(() => call('admin.standby'))));
  }

  /** Loads the state again and again until the returned function is called; not while the page is hidden. */
  follow(): () => void {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void this.load();
    }, POLL_MS);
    return () => clearInterval(timer);
  }

  /** Creates a link, which replaces an earlier one. */
  createLink(): Promise<boolean> {
    return this.pairing.run(async () => {
      this.#link = await this.#once.call('admin.pairStandby', {});
    });
  }

  /** Removes the standby and any link for one. */
  remove(): Promise<boolean> {
    return this.removing.run(async () => {
      await this.#order.change(() => call('admin.removeStandby'));
      this.#link = null;
      this.#show(await this.#order.read(() => call('admin.standby')));
    });
  }

  /** Decides whether changes wait for the standby. Optimistic update: reverts if the host rejects it. */
  setWaits(wait: boolean): Promise<boolean> {
    return this.#change({ wait });
  }

  /** Decides whether the standby makes backups on its own disk. Optimistic update, too. */
  setBackups(backups: boolean): Promise<boolean> {
    return this.#change({ backups });
  }

  async #change(change: Given<'admin.updateStandby'>): Promise<boolean> {
    this.#wanted = change;
    const isDone = await this.changing.run(async () =>
      this.#show(await this.#order.change(() => call('admin.updateStandby', change))),
    );
    this.#wanted = {};
    return isDone;
  }

  #show(now: StandbyUse): void {
    // A standby that is connected for the first time has used the link.
    const isNew = this.#now?.State === 'none' || this.#now?.Name !== now.Name;
    if (now.State !== 'none' && this.#now !== null && isNew) this.#link = null;
    this.#total = now.State === 'copying' ? Math.max(this.#total, now.Behind) : 0;
    this.#now = now;
  }
}

const POLL_MS = 2_000;
