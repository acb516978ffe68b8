import type { Community } from '../../../shared/contract/records';
import { call, currentCommunity } from '../../api';
import { prepareForNewcomers } from '../../newcomers';
import type { Entrance, EntranceField } from '../entrance.svelte';

/** The steps of creating a community: its name, its owner, who may join. */
export type Step = 1 | 2 | 3;

/** Creates a community and its owner with the set-up code of the host. */
export class CommunityMaker {
  name = $state('');
  code = $state('');
  registration = $state<Community['Registration']>('invite');
  /** The required field that is empty or was rejected. */
  missing = $state<'name' | 'code' | null>(null);
  /** Whether the code must be entered: the address had none, or the host rejected it. */
  asksCode = $state(true);
  readonly entrance: Entrance;
  readonly #onstep: (step: Step) => void;
  #step = $state<Step>(1);

  /** `onstep` is called with each new step, to update the address. */
  constructor(entrance: Entrance, onstep: (step: Step) => void) {
    this.entrance = entrance;
    this.#onstep = onstep;
  }

  get step(): Step {
    return this.#step;
  }

  get busy(): boolean {
    return this.entrance.attempt.busy;
  }

  /** Uses the set-up code of the address, if there is one. */
  takeCode(code: string): void {
    if (!code) return;
    this.code = code;
    this.asksCode = false;
    if (this.missing === 'code') this.missing = null;
  }

  /** Goes to the next step if the current one is complete. */
  next(): void {
    if (this.step === 1 && this.#isNamed()) this.#go(2);
    else if (this.step === 2 && this.entrance.check(OWNER)) this.#go(3);
  }

  /** Shows the step of the address, or an earlier one that is incomplete. */
  showStep(step: Step): void {
    if (!this.name.trim() || !this.code.trim()) this.#step = 1;
    else if (this.entrance.wrongOf(OWNER).length) this.#step = step === 1 ? 1 : 2;
    else this.#step = step;
  }

  /** Goes back to a step; entered values are kept. */
  backTo(step: Step): void {
    if (!this.busy) this.#go(step);
  }

  /** Creates the owner and the community. Returns false on failure; when a field must be corrected, shows its step. */
  async finish(): Promise<boolean> {
    const isIn = await this.entrance.enter(this.code);
    if (!isIn) {
      this.#showFault();
      return false;
    }
    return this.saveCommunity();
  }

  /**
   * Saves the name, who may join, and what newcomers meet; returns false on failure. The owner is already signed in, so
   * that doesn't restart the steps.
   */
  async saveCommunity(): Promise<boolean> {
    try {
      currentCommunity.set(
        await call('community.update', { name: this.name, registration: this.registration }),
      );
      // What fails is offered above everyone's posts.
      await prepareForNewcomers().catch(() => undefined);
      return true;
    } catch {
      return false;
    }
  }

  #go(step: Step): void {
    this.entrance.turn();
    this.missing = null;
    this.#show(step);
  }

  /** Also sets the step directly: after a reload the address may already contain it, and no navigation follows. */
  #show(step: Step): void {
    this.#onstep(step);
    this.showStep(step);
  }

  #isNamed(): boolean {
    if (!this.name.trim()) this.missing = 'name';
    else if (!this.code.trim()) this.missing = 'code';
    else return true;
    return false;
  }

  #showFault(): void {
    const { entrance } = this;
    if (entrance.isUninvited) {
      this.#go(1);
      this.asksCode = true;
      this.missing = 'code';
    } else if (!entrance.failure) {
      this.#show(2);
    }
  }
}

const OWNER: EntranceField[] = ['name', 'email', 'password'];
