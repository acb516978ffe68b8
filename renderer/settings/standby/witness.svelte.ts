import { Attempt, call, IdempotentCalls } from '../../api';
import type { PairingLink, StandbyControl, StandbyUse } from './standby.svelte';

/** The witness of the community: its state, and the link with which a third computer becomes the witness. */
export class WitnessControl {
  readonly pairing = new Attempt();
  readonly removing = new Attempt();
  readonly #once = new IdempotentCalls();
  readonly #standby: StandbyControl;
  #link = $state.raw<{ link: PairingLink; before: string } | null>(null);

  constructor(standby: StandbyControl) {
    this.#standby = standby;
  }

  /** Null until loaded. Reactive, like all getters here. */
  get now(): StandbyUse['Witness'] | null {
    return this.#standby.now?.Witness ?? null;
  }

  get isPaired(): boolean {
    return this.now !== null && this.now.State !== 'none';
  }

  /** The link that was created here; null before, and once a computer has used it. */
  get link(): PairingLink | null {
    const isUsed = this.isPaired && this.now?.Name !== this.#link?.before;
    return isUsed ? null : (this.#link?.link ?? null);
  }

  /** Creates a link, which replaces an earlier one. */
  createLink(): Promise<boolean> {
    return this.pairing.run(async () => {
      const link = await this.#once.call('admin.pairWitness', {});
      this.#link = { link, before: this.now?.Name ?? '' };
    });
  }

  /** Removes the witness and any link for one. */
  remove(): Promise<boolean> {
    return this.removing.run(async () => {
      await call('admin.removeWitness');
      this.#link = null;
      await this.#standby.load();
    });
  }
}
