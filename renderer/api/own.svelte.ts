import type { Community, UserModel } from '../../shared/contract/records';
import { EventSubscription } from './call';
import type { ServerEvent } from './live.svelte';
import { session } from './session.svelte';

/** The own person, with own counts, and the community: what nearly every screen shows. Kept fresh by events. */
class Own {
  #person = $state.raw<UserModel | null>(null);
  #community = $state.raw<Community | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #events = new EventSubscription((event) => this.#handle(event));

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
  loadCommunity(): Promise<Community> {
    return this.#events.request(
      (call) => call('community.get'),
      (community) => this.changeCommunity(community),
    );
  }

  /** Reads the own person. Throws AppError. */
  load(): Promise<UserModel> {
    return this.#events.request(
      (call) => call('people.me'),
      (person) => {
        this.#person = person;
      },
    );
  }

  /** Shows what a write has changed, before the event tells it. */
  change(part: Partial<UserModel>): void {
    if (this.#person) this.#person = { ...this.#person, ...part };
  }

  /** The community as a write answered it. */
  changeCommunity(community: Community): void {
    this.#community = community;
  }

  /** Keeps both up to date; returns the function that stops it. */
  follow(): () => void {
    return this.#events.open();
  }

  #handle(event: ServerEvent): void {
    switch (event.Type) {
      case 'community':
        this.changeCommunity(event.Community);
        // Without a number it can't be ordered with an answer under way.
        if (event.Seq === undefined) this.#reloadCommunity();
        return;
      case 'reset':
        this.#reloadCommunity();
        return this.#reloadSoon();
      case 'profile':
        if (event.User.ID === session.id) this.#reloadSoon();
        return;
      case 'message':
      case 'read':
      case 'notification':
      case 'notification_delete':
      case 'dialog_delete':
        return this.#reloadSoon();
    }
  }

  #reloadCommunity(): void {
    void this.loadCommunity().catch(() => undefined);
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
