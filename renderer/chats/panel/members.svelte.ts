import type { DialogMemberModel, DialogRole, PersonRecord } from '../../../shared/contract/records';
import { LIMITS } from '../../../shared/limits';
import { call, connection, on, PagedList, session, type ServerEvent } from '../../api';
import { isCalled, type Mentionable } from '../../media/text/composer/mentionable.svelte';
import type { PeopleCache } from '../people-cache.svelte';

/** The loaded members of one dialog, in order of joining: all, or those found by a name or tag. */
export class DialogMembers extends PagedList<DialogMemberModel> implements Mentionable {
  readonly #dialogId: number;
  readonly #people: PeopleCache;

  /** `wanted` returns the words of a name or a tag; '' for all members. */
  constructor(dialogId: number, people: PeopleCache, wanted = () => '') {
    super({
      read: async ({ page, limit, signal }) => {
        const mask = wanted();
        const input = { dialog_id: dialogId, page, limit, ...(mask && { mask }) };
        const members = await call('dialogs.members', input, { signal });
        people.add(...members.map(({ Member }) => Member));
        return members;
      },
      keyOf: ({ Member }) => Member.ID,
      size: LIMITS.pageMax,
      isParallel: true,
    });
    this.#dialogId = dialogId;
    this.#people = people;
  }

  /** How many members are online; undefined unless all are loaded and the host is connected. */
  get online(): number | undefined {
    if (!this.isLoaded || this.hasMore || connection.isLost) return undefined;
    return this.items.filter(({ Member }) => this.#people.onlineOf(Member).Online).length;
  }

  /** Starts to apply events; returns a function that stops it. */
  follow(): () => void {
    return on((event) => this.#handle(event));
  }

  /** Loads the first page, once. */
  async begin(): Promise<void> {
    if (!this.isLoaded) await this.load();
  }

  /** Reloads the list, if it was loaded. */
  async reload(): Promise<void> {
    await this.loading.finished();
    if (this.isLoaded) await this.load();
  }

  loadMatching(): void {
    void this.begin();
  }

  /** Returns members other than yourself whose name or tag starts with the query; for completing a mention. */
  matching(query: string, max: number): PersonRecord[] {
    return this.items
      .map(({ Member }) => Member)
      .filter((one) => one.ID !== session.id && !one.Deleted && isCalled(one, query))
      .slice(0, max);
  }

  /** Changes a member's role; a new owner makes you an admin. Throws AppError. */
  async setRole(person: number, role: Exclude<DialogRole, ''>): Promise<void> {
    await call('dialogs.setRole', { dialog_id: this.#dialogId, user_id: person, role });
    this.change(person, { Role: role });
    if (role === 'owner') this.change(session.id, { Role: 'admin' });
  }

  /** Stops a member from writing for some seconds, or without an end for 0. Throws AppError. */
  async silence(person: number, seconds: number): Promise<void> {
    const until = seconds && Math.floor(Date.now() / 1000) + seconds;
    await call('dialogs.silence', { dialog_id: this.#dialogId, user_id: person, until });
    this.#takeSilence(person, until);
  }

  /** Lets a member write again. Throws AppError. */
  async endSilence(person: number): Promise<void> {
    await call('dialogs.silence', { dialog_id: this.#dialogId, user_id: person, value: false });
    this.#takeSilence(person);
  }

  /** Removes a member from the dialog. Throws AppError. */
  async expel(person: number): Promise<void> {
    await call('dialogs.leave', { dialog_id: this.#dialogId, user_id: person });
    this.remove(person);
  }

  #handle(event: ServerEvent): void {
    if (event.Type === 'profile') return this.change(event.User.ID, { Member: event.User });
    if (event.Type !== 'member' || event.Dialog !== this.#dialogId) return;
    if (!event.Role) return this.remove(event.User.ID);
    if (!this.find(event.User.ID)) return void this.reload();
    this.change(event.User.ID, { Role: event.Role });
    this.#takeSilence(event.User.ID, event.SilencedUntil);
  }

  #takeSilence(person: number, until?: number): void {
    this.changeAll((item) => {
      if (item.Member.ID !== person) return item;
      const { SilencedUntil: _, ...member } = item;
      return until === undefined ? member : { ...member, SilencedUntil: until };
    });
  }
}
