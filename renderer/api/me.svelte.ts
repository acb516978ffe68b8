import type { UserModel } from '../../shared/contract/records';
import { EventSubscription } from './call';
import type { ServerEvent } from './live.svelte';
import { session } from './session.svelte';

/** The signed-in person, with their counts. Kept up to date by events. */
class Me {
  #person = $state.raw<UserModel | null>(null);
  /** Derived: counts change often, and what follows a role would begin anew each time. */
  readonly #role = $derived(this.person?.Role);
  #savedDialog = $state<number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #events = new EventSubscription((event) => this.#handle(event));

  /** The person; null while nobody is signed in, or not loaded yet. */
  get person(): UserModel | null {
    return this.#person?.ID === session.id ? this.#person : null;
  }

  /** How addresses name the person: by tag, or by u and the ID. */
  get reference(): string {
    return this.person?.Link || `u${session.id}`;
  }

  /** The ID of the private dialog with oneself; undefined until the list of chats has it. */
  get savedDialog(): number | undefined {
    return this.#savedDialog;
  }

  /** Whether the person may see what only administrators see. */
  get isAdmin(): boolean {
    return this.#role === 'owner' || this.#role === 'admin';
  }

  get isOwner(): boolean {
    return this.#role === 'owner';
  }

  /** Loads the person. Throws AppError. */
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

  /** Notes the private dialog with oneself, which short records of dialogs don't tell from others. */
  noteSavedDialog(id: number): void {
    this.#savedDialog = id;
  }

  /** Keeps the person up to date. Returns the function that unsubscribes. */
  follow(): () => void {
    return this.#events.open();
  }

  #handle(event: ServerEvent): void {
    switch (event.Type) {
      case 'profile':
        if (event.User.ID === session.id) this.#reloadSoon();
        return;
      case 'reset':
      case 'message':
      case 'read':
      case 'notification':
      case 'notification_delete':
      case 'dialog_delete':
        return this.#reloadSoon();
    }
  }

  /** The host computes the counts; many events in a row cause one reload. */
  #reloadSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (session.signedIn) void this.load().catch(() => undefined);
    }, RELOAD_DELAY_MS);
  }
}

const RELOAD_DELAY_MS = 400;

/** The signed-in person, shared by all pages. */
export const me = new Me();
