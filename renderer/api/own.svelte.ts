import type { Community, UserModel } from '../../shared/contract/records';
import { EventSubscription } from './call';
import { connection } from './connection.svelte';
import { communities } from './desktop/communities.svelte';
import type { ServerEvent } from './live.svelte';
import { onReconnect } from './on-reconnect.svelte';
import { session } from './session.svelte';

/**
 * The signed-in person, with their counts, and the community: data nearly every screen shows. Kept up to date by
 * events.
 */
class Own {
  #person = $state.raw<UserModel | null>(null);
  #community = $state.raw<Community | null>(null);
  #saved = $state<number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #events = new EventSubscription((event) => this.#handle(event));

  /** The signed-in person; null while nobody is signed in, or not loaded yet. */
  get person(): UserModel | null {
    return this.#person?.ID === session.id ? this.#person : null;
  }

  /** How addresses name the signed-in person: by tag, or by u and the ID. */
  get reference(): string {
    return this.person?.Link || `u${session.id}`;
  }

  /** The community; null until it was loaded. */
  get community(): Community | null {
    return this.#community;
  }

  /** The community's name, also while its host is offline; "" until it is known. */
  get communityName(): string {
    return this.#community?.Name ?? communities.joined?.name ?? '';
  }

  /** The ID of the private dialog with oneself; undefined until the list of chats has it. */
  get saved(): number | undefined {
    return this.#saved;
  }

  /** Whether the person may see what only administrators see. */
  get isAdmin(): boolean {
    return this.person?.Role === 'owner' || this.person?.Role === 'admin';
  }

  get isOwner(): boolean {
    return this.person?.Role === 'owner';
  }

  /** Loads the community; works without signing in. Throws AppError. */
  loadCommunity(): Promise<Community> {
    return this.#events.request(
      (call) => call('community.get'),
      (community) => this.changeCommunity(community),
    );
  }

  /** Loads the signed-in person. Throws AppError. */
  load(): Promise<UserModel> {
    return this.#events.request(
      (call) => call('people.me'),
      (person) => {
        this.#person = person;
      },
    );
  }

  /** Applies the result of a write before its event arrives. */
  change(part: Partial<UserModel>): void {
    if (this.#person) this.#person = { ...this.#person, ...part };
  }

  /** Sets the community as returned by a write. */
  changeCommunity(community: Community): void {
    this.#community = community;
  }

  /** Notes the private dialog with oneself, which short records of dialogs don't tell from others. */
  noteSaved(id: number): void {
    this.#saved = id;
  }

  /** Keeps both up to date. Returns the function that unsubscribes. */
  follow(): () => void {
    const stops = [
      this.#events.open(),
      // A host that has become read-only stores no event of it, so none is replayed.
      onReconnect(
        () => this.#reloadCommunity(),
        () => connection.isLost,
      ),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  #handle(event: ServerEvent): void {
    switch (event.Type) {
      case 'community':
        this.changeCommunity(event.Community);
        // Without a sequence number it can't be ordered against an answer still on its way.
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

  /** The host computes the counts; many events in a row cause one reload. */
  #reloadSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (session.signedIn) void this.load().catch(() => undefined);
    }, RELOAD_AFTER);
  }
}

/** Milliseconds. */
const RELOAD_AFTER = 400;

/** The signed-in person and the community, shared by all pages. */
export const own = new Own();
