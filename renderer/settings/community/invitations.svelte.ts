import type { Invite } from '../../../shared/contract/records';
import { Attempt, call, Fresh, on } from '../../api';

/** The invitations to the community. */
export class Invitations {
  readonly reading = new Attempt();
  readonly creating = new Attempt();
  readonly #fresh = new Fresh();
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

  /** Reads them, and again where somebody may have used one; gives the way to stop. */
  follow(): () => void {
    void this.load();
    return on((heard) => {
      if (heard.Type === 'reset' || heard.Type === 'community') void this.load();
    });
  }

  load(): Promise<boolean> {
    return this.reading.refresh(async () => {
      this.#all = await this.#fresh.read(() => call('admin.invites'));
      this.#isRead = true;
    });
  }

  /** `maxUses` 0: no limit; `seconds` 0: for ever. */
  create(maxUses: number, seconds: number): Promise<boolean> {
    const expires = seconds ? Math.floor(Date.now() / 1000) + seconds : 0;
    return this.creating.run(async () => {
      const invite = await call('admin.createInvite', { maxUses, expires });
      this.#all = [invite, ...this.#all.filter(({ Code }) => Code !== invite.Code)];
      this.#newest = invite.Code;
      this.#fresh.changed();
    });
  }

  /** Throws AppError. */
  async revoke(code: string): Promise<void> {
    await call('admin.revokeInvite', { code });
    this.#all = this.#all.filter((invite) => invite.Code !== code);
    this.#fresh.changed();
  }
}
