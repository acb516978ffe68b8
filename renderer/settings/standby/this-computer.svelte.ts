import { Attempt, call, standbyCopy, type StandbyCopyOfPages, type StandbyCopyRoom } from '../../api';

/** The copy of the community on this computer: the link that is typed, and what the person does with the copy. */
export class ThisComputer {
  readonly reading = new Attempt();
  readonly keeping = new Attempt();
  readonly stopping = new Attempt();
  readonly promoting = new Attempt();
  readonly rejoining = new Attempt();
  readonly #checking = new Attempt();
  readonly #copy: StandbyCopyOfPages;
  #link = $state('');
  #room = $state.raw<StandbyCopyRoom | null>(null);
  #replaced = $state<string | null>(null);

  constructor(copy: StandbyCopyOfPages = standbyCopy) {
    this.#copy = copy;
  }

  /** The state of the copy; null until loaded. Reactive, like all getters here. */
  get state() {
    return this.#copy.state;
  }

  get link(): string {
    return this.#link;
  }

  /** The room that the copy of the typed link needs; null unless it is a link of this community. */
  get room(): StandbyCopyRoom | null {
    return this.#room;
  }

  /** Why the typed link is of no use; null for none, and while nothing is typed. */
  get linkProblem(): 'malformed' | 'other' | 'no_room' | 'failed' | null {
    const { error } = this.#checking;
    if (this.#link.trim() === '') return null;
    if (this.keeping.error?.code === 'too_large') return 'no_room';
    if (!error) return this.#room && this.#room.needed > this.#room.free ? 'no_room' : null;
    if (error.code === 'validation_error') return 'malformed';
    return error.code === 'conflict' ? 'other' : 'failed';
  }

  /** The standby that this computer would replace, about which the owner is asked; null for none. */
  get replaced(): string | null {
    return this.#replaced;
  }

  load(): Promise<boolean> {
    return this.reading.refresh(() => this.#copy.load());
  }

  /** Takes what was typed, and checks it at once. */
  async setLink(link: string): Promise<void> {
    this.#link = link;
    this.keeping.clear();
    if (link.trim() === '') {
      this.#room = null;
      return this.#checking.clear();
    }
    await this.#checking.refresh(async () => {
      this.#room = null;
      this.#room = await this.#copy.room(this.#link);
    });
  }

  /** Makes this computer the standby by the typed link. */
  async keep(): Promise<boolean> {
    await this.#checking.finished();
    if (!this.#room) return false;
    const isDone = await this.keeping.run(() => this.#copy.keep(this.#link));
    if (isDone) await this.setLink('');
    return isDone;
  }

  /** As the owner: makes this computer the standby, or says first which one it would replace. */
  keepAsOwner(): Promise<boolean> {
    return this.keeping.run(async () => {
      const { State, Name } = await call('admin.standby');
      if (State === 'none') await this.#keepByNewLink();
      else this.#replaced = Name;
    });
  }

  /** As the owner, asked about it: makes this computer the standby in place of another one. */
  replace(): Promise<boolean> {
    return this.keeping.run(() => this.#keepByNewLink());
  }

  /** The owner keeps the standby there is. */
  keepReplaced(): void {
    this.#replaced = null;
  }

  /** Ends the copy and deletes it. */
  stop(): Promise<boolean> {
    return this.stopping.run(() => this.#copy.stop());
  }

  /** Hosts the community from the copy; the state says whether that succeeded. */
  promote(): Promise<boolean> {
    return this.promoting.run(() => this.#copy.promote());
  }

  /** Makes this computer the standby of the one that took over from it. */
  rejoin(): Promise<boolean> {
    return this.rejoining.run(() => this.#copy.rejoin());
  }

  async #keepByNewLink(): Promise<void> {
    const { Link } = await call('admin.pairStandby', {});
    this.#room = await this.#copy.room(Link);
    await this.#copy.keep(Link);
    this.#replaced = null;
  }
}
