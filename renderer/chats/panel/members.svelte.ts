import type { Author, DialogMemberModel, DialogRole } from '../../../shared/contract/records';
import { LIMITS } from '../../../shared/limits';
import { call, connection, PagedList, session, type ServerEvent } from '../../api';
import { isCalled, type Mentionable } from '../../media/text/mentions.svelte';
import type { Acquaintances } from '../acquaintances.svelte';

/** The members of one dialog, as many as were asked for, in order of joining. */
export class DialogMembers extends PagedList<DialogMemberModel> implements Mentionable {
  readonly #dialogId: number;
  readonly #people: Acquaintances;

  constructor(dialogId: number, people: Acquaintances) {
    super({
      read: async ({ page, limit }) => {
        const members = await call('dialogs.members', { dialog_id: dialogId, page, limit });
        people.meet(...members.map(({ Member }) => Member));
        return members;
      },
      keyOf: ({ Member }) => Member.ID,
      size: LIMITS.pageMax,
    });
    this.#dialogId = dialogId;
    this.#people = people;
  }

  /** How many are here now; undefined while not all of them are read or the host is away. */
  get online(): number | undefined {
    if (!this.isRead || this.hasMore || connection.isLost) return undefined;
    return this.items.filter(({ Member }) => this.#people.online(Member).Online).length;
  }

  /** Reads the first page once. */
  async begin(): Promise<void> {
    if (!this.isRead) await this.load();
  }

  /** Reads it again, if it was read. */
  async reload(): Promise<void> {
    await this.reading.finished();
    if (this.isRead) await this.load();
  }

  seek(): void {
    void this.begin();
  }

  /** Members whose name or tag begins with the words, oneself left out; for completing a mention. */
  matching(query: string, most: number): Author[] {
    return this.items
      .map(({ Member }) => Member)
      .filter((one) => one.ID !== session.id && !one.Deleted && one.Link && isCalled(one, query))
      .slice(0, most);
  }

  /** Throws AppError. */
  async setRole(person: number, role: Exclude<DialogRole, ''>): Promise<void> {
    await call('dialogs.setRole', { dialog_id: this.#dialogId, user_id: person, role });
    this.change(person, { Role: role });
    if (role === 'owner') this.change(session.id, { Role: 'admin' });
  }

  /** Throws AppError. */
  async expel(person: number): Promise<void> {
    await call('dialogs.leave', { dialog_id: this.#dialogId, user_id: person });
    this.remove(person);
  }

  handle(event: ServerEvent): void {
    if (event.Type !== 'member' || event.Dialog !== this.#dialogId) return;
    if (!event.Role) return this.remove(event.User.ID);
    if (this.find(event.User.ID)) this.change(event.User.ID, { Role: event.Role });
    else void this.reload();
  }
}
