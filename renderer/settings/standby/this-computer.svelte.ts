import { Attempt, call, standbyCopy, type StandbyCopyOfPages, type StandbyCopyRoom } from '../../api';

/** This computer as the standby of a community: becomes it by link or as the owner, takes over, deletes its copy. */
export class ThisComputer {
  readonly loading = new Attempt();
  readonly starting = new Attempt();
  readonly stopping = new Attempt();
  readonly promoting = new Attempt();
  readonly rejoining = new Attempt();
  readonly #checking = new Attempt();
  readonly #copy: StandbyCopyOfPages;
  #link = $state('');
  #space = $state.raw<StandbyCopyRoom | null>(null);
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

  /** The disk space that the copy needs and what is free; null unless the entered link is one of this community. */
  get space(): StandbyCopyRoom | null {
    return this.#space;
  }

  /** Why the entered link can't be used; null if it can, or if none is entered. */
  get linkProblem(): 'malformed' | 'other' | 'no_room' | 'failed' | null {
    const { error } = this.#checking;
    if (this.#link.trim() === '') return null;
    if (this.starting.error?.code === 'too_large') return 'no_room';
    if (!error) return this.#space && this.#space.needed > this.#space.free ? 'no_room' : null;
    if (error.code === 'validation_error') return 'malformed';
    return error.code === 'conflict' ? 'other' : 'failed';
  }

  /** The name of the standby that this computer would replace, while the owner is asked to confirm; otherwise null. */
  get replaced(): string | null {
    return this.#replaced;
  }

  load(): Promise<boolean> {
    return this.loading.refresh(() => this.#copy.load());
  }

  /** Sets the link and checks it. */
  async setLink(link: string): Promise<void> {
    this.#link = link;
    this.starting.clear();
    if (link.trim() === '') {
      this.#space = null;
      return this.#checking.clear();
    }
    await this.#checking.refresh(async () => {
      this.#space = null;
      this.#space = await this.#copy.room(this.#link);
    });
  }

  /** Makes this computer the standby by the entered link. */
  async start(): Promise<boolean> {
    await this.#checking.finished();
    if (!this.#space) return false;
    const isDone = await this.starting.run(() => this.#copy.keep(this.#link));
    if (isDone) await this.setLink('');
    return isDone;
  }

  /** Makes this computer the standby, without a link. For the owner. If there is one already, only sets `replaced`. */
  startAsOwner(): Promise<boolean> {
    return this.starting.run(async () => {
      const { State, Name } = await call('admin.standby');
      if (State === 'none') await this.#startByNewLink();
      else this.#replaced = Name;
    });
  }

  /** Makes this computer the standby in place of the one in `replaced`. */
  replace(): Promise<boolean> {
    return this.starting.run(() => this.#startByNewLink());
  }

  /** Keeps the current standby instead of replacing it. */
  cancelReplace(): void {
    this.#replaced = null;
  }

  /** Stops copying and deletes the copy. */
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

  async #startByNewLink(): Promise<void> {
    const { Link } = await call('admin.pairStandby', {});
    this.#space = await this.#copy.room(Link);
    await this.#copy.keep(Link);
    this.#replaced = null;
  }
}
