import type { Community } from '../../../shared/contract/records';
import { call, own } from '../../api';
import type { Entrance, EntranceField } from '../entrance.svelte';

/** The steps of making a community: its name, its owner, who may join. */
export type Step = 1 | 2 | 3;

/** Makes a community and its owner by the set-up code of the host. */
export class CommunityMaker {
  name = $state('');
  code = $state('');
  registration = $state<Community['Registration']>('invite');
  /** The step that has something missing. */
  missing = $state<'name' | 'code' | null>(null);
  /** The code must be typed: none came with the address, or that one wasn't taken. */
  asksCode = $state(true);
  readonly entrance: Entrance;
  readonly #onstep: (step: Step) => void;
  #step = $state<Step>(1);

  /** `onstep` hears where the maker goes, for the address. */
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

  /** Takes the set-up code of the address, if it has one. */
  takeCode(code: string): void {
    if (!code) return;
    this.code = code;
    this.asksCode = false;
    if (this.missing === 'code') this.missing = null;
  }

  /** Goes to the next step, if this one is filled. */
  next(): void {
    if (this.step === 1 && this.#isNamed()) this.#go(2);
    else if (this.step === 2 && this.entrance.check(OWNER)) this.#go(3);
  }

  /** Stands at the step of the address, or at an earlier one that isn't filled. */
  stand(step: Step): void {
    if (!this.name.trim() || !this.code.trim()) this.#step = 1;
    else if (this.entrance.wrongOf(OWNER).length) this.#step = step === 1 ? 1 : 2;
    else this.#step = step;
  }

  /** Goes back to a step; what was typed stays. */
  backTo(step: Step): void {
    if (!this.busy) this.#go(step);
  }

  /** Makes it all. False when something is to be mended: at the step where it is. */
  async finish(): Promise<boolean> {
    const isIn = await this.entrance.enter(this.code);
    if (!isIn) {
      this.#showFault();
      return false;
    }
    return this.#keepRules();
  }

  #go(step: Step): void {
    this.entrance.turn();
    this.missing = null;
    this.#show(step);
  }

  /** At once, too: after a reload the address may name this step already, and then nothing is heard of it. */
  #show(step: Step): void {
    this.#onstep(step);
    this.stand(step);
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

  /** The owner is in already: that the name could not be kept is no reason to begin anew. */
  async #keepRules(): Promise<boolean> {
    try {
      own.changeCommunity(
        await call('community.update', { name: this.name, registration: this.registration }),
      );
      return true;
    } catch {
      return false;
    }
  }
}

const OWNER: EntranceField[] = ['name', 'email', 'password'];
