import type { Author, DialogMemberModel, DialogRole } from '../../../shared/contract/records';
import { call, connection, session, type Heard } from '../../api';
import { isCalled, type Mentionable } from '../../media/text/mentions.svelte';
import type { Acquaintances } from '../acquaintances.svelte';
import type { LoadState } from '../dialogs/dialogs.svelte';

/** The members of one dialog, as many as were asked for, in order of joining. */
export class Members implements Mentionable {
  readonly #dialogId: number;
  readonly #people: Acquaintances;
  #all = $state.raw<readonly DialogMemberModel[]>([]);
  #state = $state<LoadState>('loading');
  #hasMore = $state(false);
  #page = 0;
  #loading: Promise<void> | null = null;

  constructor(dialogId: number, people: Acquaintances) {
    this.#dialogId = dialogId;
    this.#people = people;
  }

  get all(): readonly DialogMemberModel[] {
    return this.#all;
  }
  get state(): LoadState {
    return this.#state;
  }
  get hasMore(): boolean {
    return this.#hasMore;
  }

  /** How many are here now; undefined while not all of them are read or the host is away. */
  get online(): number | undefined {
    if (this.#state !== 'ready' || this.#hasMore || connection.isLost) return undefined;
    return this.#all.filter(({ Member }) => this.#people.online(Member).Online).length;
  }

  /** Reads the first page once. */
  begin(): Promise<void> {
    return this.#state === 'ready' ? Promise.resolve() : this.more();
  }

  /** Reads the next page. */
  more(): Promise<void> {
    this.#loading ??= this.#read().finally(() => (this.#loading = null));
    return this.#loading;
  }

  /** Reads all of it again, if it was read. */
  async reload(): Promise<void> {
    // What is being read now may not know of it.
    await this.#loading;
    if (this.#state !== 'ready') return;
    this.#page = 0;
    await this.more();
  }

  seek(): void {
    void this.begin();
  }

  /** Members whose name or tag begins with the words, oneself left out; for completing a mention. */
  matching(words: string, most: number): Author[] {
    return this.#all
      .map(({ Member }) => Member)
      .filter((one) => one.ID !== session.id && !one.Deleted && one.Link && isCalled(one, words))
      .slice(0, most);
  }

  /** Throws AppError. */
  async setRole(person: number, role: Exclude<DialogRole, ''>): Promise<void> {
    await call('dialogs.setRole', { dialog_id: this.#dialogId, user_id: person, role });
    this.#change(person, role);
    if (role === 'owner') this.#change(session.id, 'admin');
  }

  /** Throws AppError. */
  async remove(person: number): Promise<void> {
    await call('dialogs.leave', { dialog_id: this.#dialogId, user_id: person });
    this.#drop(person);
  }

  hear(heard: Heard): void {
    if (heard.Type !== 'member' || heard.Dialog !== this.#dialogId) return;
    if (!heard.Role) return this.#drop(heard.User.ID);
    if (this.#all.some(({ Member }) => Member.ID === heard.User.ID)) this.#change(heard.User.ID, heard.Role);
    else void this.reload();
  }

  async #read(): Promise<void> {
    try {
      const input = { dialog_id: this.#dialogId, page: this.#page, limit: PAGE };
      const page = await call('dialogs.members', input);
      this.#people.meet(...page.map(({ Member }) => Member));
      this.#all = this.#page ? [...this.#all, ...page] : page;
      this.#hasMore = page.length >= PAGE;
      this.#page++;
      this.#state = 'ready';
    } catch {
      if (this.#state !== 'ready') this.#state = 'failed';
    }
  }

  #change(person: number, role: DialogRole): void {
    this.#all = this.#all.map((one) => (one.Member.ID === person ? { ...one, Role: role } : one));
  }

  #drop(person: number): void {
    this.#all = this.#all.filter(({ Member }) => Member.ID !== person);
  }
}

const PAGE = 100;
