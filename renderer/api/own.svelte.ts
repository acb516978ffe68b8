import type { Community, UserModel } from '../../shared/contract/records';
import { call } from './call';
import { on, type Heard } from './live.svelte';
import { session } from './session.svelte';

/** The own person, with own counts, and the community: what nearly every screen shows. Kept fresh by events. */
class Own {
  #person = $state.raw<UserModel | null>(null);
  #community = $state.raw<Community | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts the readings of the own person; of two the one that began later knows more. */
  #turn = 0;
  #shownTurn = 0;
  /** Counts what was told of the community: an answer that was asked for before knows less. */
  #told = 0;

  /** The own person; null while nobody is signed in, or not read yet. */
  get person(): UserModel | null {
    return this.#person?.ID === session.id ? this.#person : null;
  }

  /** The community; null until it was read. */
  get community(): Community | null {
    return this.#community;
  }

  /** May see what only administrators see. */
  get isAdmin(): boolean {
    return this.person?.Role === 'owner' || this.person?.Role === 'admin';
  }

  get isOwner(): boolean {
    return this.person?.Role === 'owner';
  }

  /** Reads the community; needs nobody to be signed in. Throws AppError. */
  async loadCommunity(): Promise<Community> {
    const told = this.#told;
    const community = await call('community.get');
    if (told === this.#told) this.#community = community;
    return community;
  }

  /** Reads the own person. Throws AppError. */
  async load(): Promise<UserModel> {
    const turn = ++this.#turn;
    const person = await call('people.me');
    if (turn > this.#shownTurn) [this.#person, this.#shownTurn] = [person, turn];
    return person;
  }

  /** Shows what a write has changed, before the event tells it. */
  change(part: Partial<UserModel>): void {
    if (this.#person) this.#person = { ...this.#person, ...part };
  }

  /** The community as a write answered it. */
  changeCommunity(community: Community): void {
    this.#told++;
    this.#community = community;
  }

  /** Keeps both fresh; gives the way to stop. */
  follow(): () => void {
    return on((heard) => this.#hear(heard));
  }

  #hear(heard: Heard): void {
    switch (heard.Type) {
      case 'community':
        return this.changeCommunity(heard.Community);
      case 'reset':
        void this.loadCommunity().catch(() => undefined);
        return this.#reloadSoon();
      case 'profile':
        if (heard.User.ID === session.id) this.#reloadSoon();
        return;
      case 'message':
      case 'read':
      case 'notification':
      case 'notification_delete':
      case 'dialog_delete':
        return this.#reloadSoon();
    }
  }

  /** The counts are the host's; many events in a row are one reading. */
  #reloadSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (session.signedIn) void this.load().catch(() => undefined);
    }, RELOAD_AFTER);
  }
}

/** Milliseconds. */
const RELOAD_AFTER = 400;

/** The one owner of these pages. */
export const own = new Own();
