import type { Invite } from '../../shared/contract/records';
import { Attempt, call } from '../api';

/** The invitations to the community. */
export class Invitations {
  readonly reading = new Attempt();
  readonly creating = new Attempt();
  #all = $state.raw<readonly Invite[]>([]);
  #isRead = $state(false);
  #newest = $state<string>();

  /** Newest first. */
  get all(): readonly Invite[] {
    return this.#all;
  }

  get isRead(): boolean {
    return this.#isRead;
  }

  /** The code of the one that was made just now, to be handed over. */
  get newest(): string | undefined {
    return this.#newest;
  }

  load(): Promise<boolean> {
    return this.reading.run(async () => {
      this.#all = await call('admin.invites');
      this.#isRead = true;
    });
  }

  /** `maxUses` 0: no limit; `seconds` 0: for ever. */
  create(maxUses: number, seconds: number): Promise<boolean> {
    const expires = seconds ? Math.floor(Date.now() / 1000) + seconds : 0;
    return this.creating.run(async () => {
      const invite = await call('admin.createInvite', { maxUses, expires });
      this.#all = [invite, ...this.#all];
      this.#newest = invite.Code;
    });
  }

  /** Throws AppError. */
  async revoke(code: string): Promise<void> {
    await call('admin.revokeInvite', { code });
    this.#all = this.#all.filter((invite) => invite.Code !== code);
  }
}
