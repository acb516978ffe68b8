import type { Output } from '../../../shared/contract';
import type { CommunityRole } from '../../../shared/contract/records';
import { PAGE_SIZES } from '../../../shared/limits';
import { call, isOutdating, on, PagedList } from '../../api';

export type Member = Output<'admin.people'>[number];

/** The members of the community as the owner and admins see them, or the results of a search. */
export class Members {
  readonly list = new PagedList<Member>({
    read: ({ page, signal }) => {
      const query = this.#query.trim();
      return call('admin.people', { page, ...(query && { query }) }, { signal });
    },
    keyOf: ({ ID }) => ID,
    size: PAGE_SIZES.admin,
  });
  #query = $state('');

  /** The search text. A change starts a debounced search. */
  get query(): string {
    return this.#query;
  }
  set query(query: string) {
    this.#query = query;
    this.list.restart(REST);
  }

  /** Loads the list and updates it on events. Returns a function that unsubscribes. */
  follow(): () => void {
    void this.list.load();
    const off = on((event) => {
      if (isOutdating(event)) void this.list.load();
      // Someone has joined or left.
      else if (event.Type === 'community') void this.list.loadNew();
      else if (event.Type === 'profile') {
        const { Email, ...seen } = event.User;
        this.list.change(seen.ID, { ...seen, Banned: seen.Ban, ...(Email !== undefined && { Email }) });
      } else if (event.Type === 'online') this.list.change(event.User, { Online: event.Online });
    });
    return () => {
      off();
      this.list.stop();
    };
  }

  /** Changes a role. Optimistic update: reverts and throws AppError when the host rejects it. */
  async setRole(member: Member, role: Exclude<CommunityRole, 'owner'>): Promise<void> {
    const { Role: before } = member;
    this.list.change(member.ID, { Role: role });
    try {
      await call('admin.setRole', { user_id: member.ID, role });
    } catch (error) {
      this.list.change(member.ID, { Role: before });
      throw error;
    }
  }

  /** Bans a member; `reason` is required. Throws AppError. */
  async ban(member: Member, reason: string): Promise<void> {
    await call('admin.ban', { user_id: member.ID, reason });
    this.list.change(member.ID, { Banned: true });
  }

  /** Unbans a member. Throws AppError. */
  async unban(member: Member): Promise<void> {
    await call('admin.unban', { user_id: member.ID });
    this.list.change(member.ID, { Banned: false });
  }
}

/** Debounce of the search, in milliseconds. */
const REST = 200;
