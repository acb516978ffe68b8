import { EventClient, type ServerEventListener } from '../../shared/client/event-client';
import type { SignedIn } from '../../shared/bridge';
import { eventTransport, type CommunityApi } from './event-transport';

/** Receives changes in a community. */
export interface WatchListener {
  /** Called with the number of unread messages, initially and on each change. */
  onUnread: (unread: number) => void;
  /** Called with each event. */
  onEvent: ServerEventListener;
}

/** Counts unread messages of a community that isn't displayed, using an event connection of its own. */
export class UnreadWatch {
  readonly #events: EventClient;
  readonly #fetchUnread: () => Promise<number>;
  readonly #onUnread: (unread: number) => void;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  /** `client` is the program's name in the person's list of devices. */
  constructor(
    community: CommunityApi,
    client: string,
    signedIn: SignedIn,
    { onUnread, onEvent }: WatchListener,
  ) {
    this.#onUnread = onUnread;
    const session = { token: signedIn.token, address: '', userAgent: client };
    this.#fetchUnread = async () => {
      const { NewMessages } = await community.call(session, 'people.me', {});
      // Data from a remote host is not trusted.
      return Math.max(0, Math.floor(Number(NewMessages) || 0));
    };
    this.#events = new EventClient(eventTransport(community, client), {
      onState: (state) => state === 'connected' && this.#scheduleCount(0),
      onFrame: () => undefined,
      onRevoked: () => this.#onUnread(0),
    });
    this.#events.on(({ Type }) => UNREAD_EVENTS.has(Type) && this.#scheduleCount(DEBOUNCE_MS));
    this.#events.on(onEvent);
    this.#events.setOwner(signedIn);
  }

  /** Stops counting. */
  close(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#events.setOwner(null);
  }

  /** Debounced: many events in a row cause one request. */
  #scheduleCount(wait: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      // If the request fails, the connection is lost too; reconnecting counts again.
      this.#fetchUnread().then(
        (unread) => !this.#isOver && this.#onUnread(unread),
        () => undefined,
      );
    }, wait);
  }
}

/** Events that change the number of unread messages. */
const UNREAD_EVENTS = new Set(['message', 'message_delete', 'read', 'dialog', 'dialog_delete', 'reset']);
const DEBOUNCE_MS = 400;
