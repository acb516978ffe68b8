import type { Invite } from '../../../shared/contract/records';
import { Attempt, call, on, PagedList } from '../../api';

/** The invitations to the community, newest first. */
export class Invitations extends PagedList<Invite> {
  readonly creating = new Attempt();
  #newest = $state<string>();

  constructor() {
    super({ read: () => call('admin.invites'), keyOf: ({ Code }) => Code });
  }

  /** The code of the most recently created invitation. */
  get newest(): string | undefined {
    return this.#newest;
  }

  /**
   * Loads the list and reloads it on `community` events, as an invitation may have been used. Returns a function that
   * unsubscribes.
   */
  follow(): () => void {
    void this.load();
    return on((event) => {
      if (event.Type === 'reset' || event.Type === 'community') void this.load();
    });
  }

  /** Creates an invitation. `maxUses` 0 means no limit; `seconds` 0 means that it never expires. */
  create(maxUses: number, seconds: number): Promise<boolean> {
    const expires = seconds ? Math.floor(Date.now() / 1000) + seconds : 0;
    return this.creating.run(async () => {
      const invite = await call('admin.createInvite', { maxUses, expires });
      this.put(invite);
      this.#newest = invite.Code;
    });
  }

  /** Revokes an invitation. Throws AppError. */
  async revoke(code: string): Promise<void> {
    await call('admin.revokeInvite', { code });
    this.remove(code);
  }
}
